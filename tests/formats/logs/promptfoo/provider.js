module.exports = class {
  constructor(options) { this.name = options.config.name; this.said = options.config.said; }
  id() { return this.name; }
  async callApi(prompt, context) {
    const output = this.said[context.vars.id];
    if (output === undefined) return { error: "the service is down" };
    return { output, tokenUsage: { total: 14, prompt: 12, completion: 2 }, cost: 0.001 };
  }
};
