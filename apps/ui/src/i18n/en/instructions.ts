// Why: the English sentences of instructions that are kept with a book.
export const instructions = {
  "instructions.title": "Wishes for every run",
  "instructions.short": "Wishes",
  "instructions.text":
    "Kept with the book. Every model that works on it is told these, before the wishes of a single run.",
  "instructions.see": "See the whole prompt",
  "instructions.book": "For the whole book",
  "instructions.chapter": "For one chapter",
  "instructions.choose": "choose a chapter",
  "instructions.ofChapter": "For chapter {n}",
  "instructions.saved": "Kept with the book.",
  "instructions.theirs": "Meanwhile somebody else wrote here:",
} as const;
