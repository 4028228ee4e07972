// Keys: whatever bears data-key is chosen or pressed by it, wherever the focus is, unless somebody is typing.
(() => {
  const typing = (element) =>
    element.matches("textarea, select, input:not([type=radio]):not([type=checkbox])");

  const fillable = (form) => [...form.querySelectorAll("input:not([type=hidden]), textarea, select")];

  const press = (key) => {
    const element = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!element || element.disabled) return false;
    // What the owner has not chosen to write is not on the page; what is folded unfolds.
    if (element.closest(".own")?.checkVisibility() === false) return false;
    const folded = element.closest("details:not([open])");
    if (folded && element.tagName !== "SUMMARY") folded.open = true;
    const fields = element.tagName === "SUMMARY" ? fillable(element.parentElement) : [];
    // A form that is open already is gone to, and not folded up.
    if (!fields.length || !element.parentElement.open) element.click();
    if (fields.length) {
      const named = (one) => document.getElementsByName(one.dataset.completed)[0]?.value;
      (fields.find((one) => one.dataset.completed && !one.value && named(one)) ?? fields[0]).focus();
    } else if (element.matches("input, select")) element.focus();
    return true;
  };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey || event.isComposing) return;
    const sends = event.key === "Enter" && event.ctrlKey;
    if (event.ctrlKey && !sends) return;
    if (event.key === "Escape" && typing(event.target)) {
      event.target.blur();
      return;
    }
    if (!sends) {
      if (typing(event.target)) return;
      if (event.key === "Enter" && event.target.matches("a, button, summary")) return;
    }
    const key = event.key;
    if (key === "c" && document.getElementById("comment")) {
      document.getElementById("comment").focus();
      event.preventDefault();
    } else if (press(key)) event.preventDefault();
  });

  // The values of an attribute are offered beside it; those of the first place in a list at all its places.
  const complete = (input) => {
    const attribute = document.getElementsByName(input.dataset.completed)[0]?.value ?? "";
    const lists = [...document.querySelectorAll("datalist[data-attribute]")];
    const of = (name) => lists.find((one) => one.dataset.attribute === name);
    const list = of(attribute) ?? of(attribute.split(".").map((part) => (/^[0-9]+$/.test(part) ? "1" : part)).join("."));
    if (list) input.setAttribute("list", list.id);
    else input.removeAttribute("list");
  };
  document.addEventListener("focusin", (event) => {
    if (event.target.dataset?.completed) complete(event.target);
  });

  // The guideline stays as it was left from case to case; where there is room beside the case it is there at first.
  let guided = matchMedia("(min-width: 75rem)").matches;
  const guide = () => {
    const guideline = document.querySelector(".guideline");
    if (!guideline) return;
    guideline.open = guided;
    guideline.addEventListener("toggle", () => (guided = guideline.open));
  };
  guide();

  // A new page is read from its beginning, by eye and by screen reader; one that was drawn anew, from where it changed.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target !== document.body) return;
    guide();
    const drawn = /draft$/.test(event.detail.pathInfo?.requestPath ?? "");
    const changed = drawn ? document.querySelector("#meaning, .own") : null;
    (changed?.querySelector("summary") ?? document.getElementById("main"))?.focus({ preventScroll: true });
    if (changed) changed.scrollIntoView();
    else window.scrollTo(0, 0);
  });
})();
