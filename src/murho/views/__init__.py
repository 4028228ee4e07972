"""What is shown, as data: made from a Book or a Run, without a word of HTML or of the terminal."""
