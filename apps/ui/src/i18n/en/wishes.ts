// Why: the English sentences of wishes that are kept with a book.
export const wishes = {
  "wishes.title": "Wishes for every run",
  "wishes.short": "Wishes",
  "wishes.text": "Kept with the book. Every model that works on it is told these, before the wishes of a single run.",
  "wishes.see": "See the whole prompt",
  "wishes.book": "For the whole book",
  "wishes.chapter": "For one chapter",
  "wishes.choose": "choose a chapter",
  "wishes.ofChapter": "For chapter {n}",
  "wishes.saved": "Kept with the book.",
  "wishes.theirs": "Meanwhile somebody else wrote here:",
} as const;
