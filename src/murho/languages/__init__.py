"""What is known of languages: cue words as data, and the structure that they tell of a text."""
