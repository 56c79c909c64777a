// Why: what of a chapter can be shown, and where the server says which paragraphs that are.
export const FILTERS = [
  "all",
  "open",
  "draft",
  "needs_work",
  "reviewed",
  "approved",
  "findings",
  "suggestions",
  "stale",
] as const;
export type Filter = (typeof FILTERS)[number];

export const readFilter = (word: string | undefined): Filter => FILTERS.find((each) => each === word) ?? "all";
