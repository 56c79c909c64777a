// Why: what the address says, as a value. Addresses live behind `#`, so that any server of files can serve the page.

export const BOOK_VIEWS = ["chapters", "knowledge", "review", "cost", "export", "history", "team"] as const;
export type BookView = (typeof BOOK_VIEWS)[number];
export const KNOWLEDGE_VIEWS = ["terms", "characters", "memories", "summaries", "proposals", "drift"] as const;
export type KnowledgeView = (typeof KNOWLEDGE_VIEWS)[number];
export const REVIEW_VIEWS = ["findings", "paragraphs", "report"] as const;
export type ReviewView = (typeof REVIEW_VIEWS)[number];

export const TEAM_VIEWS = ["assignments", "comments", "activity"] as const;
export type TeamView = (typeof TEAM_VIEWS)[number];

export type Route =
  | { view: "library" }
  | { view: "settings"; part: string }
  | { view: "work" }
  | { view: "notices" }
  | { view: "series"; focus?: string }
  | { view: "join"; secret: string }
  | {
      view: "book";
      book: string;
      part: BookView;
      knowledge: KnowledgeView;
      review: ReviewView;
      team: TeamView;
      focus?: string;
      search?: string;
    }
  | { view: "chapter"; book: string; chapter: string; paragraph?: string; show?: string }
  | { view: "run"; book: string; run: string }
  | { view: "unknown" };

/** Reads the part of an address behind `#`. */
export function readRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const parts = path.split("/").filter(Boolean).map(decode);
  const [first, book, third, fourth] = parts;
  if (first === undefined) return { view: "library" };
  if (first === "settings") return { view: "settings", part: book ?? "models" };
  if (first === "series") return { view: "series", ...(book ? { focus: book } : {}) };
  if (first === "work") return { view: "work" };
  if (first === "notices") return { view: "notices" };
  if (first === "join" && book) return { view: "join", secret: book };
  if (first !== "books" || !book) return { view: "unknown" };
  const search = new URLSearchParams(query);
  if (third === "chapters" && fourth) {
    const paragraph = search.get("p");
    const show = search.get("show");
    return { view: "chapter", book, chapter: fourth, ...(paragraph ? { paragraph } : {}), ...(show ? { show } : {}) };
  }
  if (third === "runs" && fourth) return { view: "run", book, run: fourth };
  const part = third === undefined ? "chapters" : BOOK_VIEWS.find((view) => view === third);
  if (!part) return { view: "unknown" };
  const focus = search.get("id");
  const knowledge = KNOWLEDGE_VIEWS.find((view) => view === fourth) ?? "terms";
  const review = REVIEW_VIEWS.find((view) => view === fourth) ?? "findings";
  return {
    view: "book",
    book,
    part,
    knowledge,
    review,
    team: TEAM_VIEWS.find((view) => view === fourth) ?? "assignments",
    ...(part === "review" && query ? { search: query } : {}),
    ...(focus ? { focus } : {}),
  };
}

/** Writes addresses; the only place that knows their form. */
export const link = {
  library: () => "#/",
  series: (id?: string) => (id ? `#/series/${encode(id)}` : "#/series"),
  settings: (part = "models") => `#/settings/${part}`,
  book: (book: string, part: BookView = "chapters") =>
    part === "chapters" ? `#/books/${encode(book)}` : `#/books/${encode(book)}/${part}`,
  knowledge: (book: string, part: KnowledgeView, id?: string) =>
    `#/books/${encode(book)}/knowledge/${part}${id ? `?id=${encode(id)}` : ""}`,
  review: (book: string, part: ReviewView) =>
    part === "findings" ? link.book(book, "review") : `#/books/${encode(book)}/review/${part}`,
  /** The paragraphs of the whole book that are like this; the query is the part behind `?`. */
  worklist: (book: string, query: string) => `${link.review(book, "paragraphs")}${query ? `?${query}` : ""}`,
  chapter: (book: string, chapter: string, paragraph?: string, show?: string) => {
    const query = [paragraph ? `p=${encode(paragraph)}` : "", show ? `show=${encode(show)}` : ""]
      .filter(Boolean)
      .join("&");
    return `#/books/${encode(book)}/chapters/${encode(chapter)}${query ? `?${query}` : ""}`;
  },
  work: () => "#/work",
  notices: () => "#/notices",
  team: (book: string, part: TeamView) =>
    part === "assignments" ? link.book(book, "team") : `#/books/${encode(book)}/team/${part}`,
  run: (book: string, run: string) => `#/books/${encode(book)}/runs/${encode(run)}`,
};

const encode = encodeURIComponent;

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
