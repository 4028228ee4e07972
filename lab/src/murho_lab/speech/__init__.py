"""From texts to sound and from sound to words: synthetic voices, noise, and a recogniser with its own model.

`synthesis` speaks texts with the voices of this machine, `noise` mixes noise into them, `sound` reads and writes files;
`recogniser` hears words, with what `pronunciation` and `language_model` make for it. What took long is kept in a folder
(`kept`), and found by what it was made of. Nothing here is imported unless somebody asks for speech.
"""
