// Why: terms and names of the series, ready to be found in the paragraphs that are drawn.
import { characters, terms } from "../api/knowledge.ts";
import { type Entry, Highlighter } from "../text/highlight.ts";

interface About {
  kind: "term" | "name";
  source: string;
  target: string;
  note: string;
}

export class Marks {
  readonly #book: string;
  readonly #about = new Map<string, About>();
  on = $state(true);
  sources: Highlighter | undefined = $state.raw();
  targets: Highlighter | undefined = $state.raw();

  constructor(book: string) {
    this.#book = book;
  }

  async load(): Promise<void> {
    const [allTerms, people] = await Promise.all([
      terms(this.#book).catch(() => []),
      characters(this.#book).catch(() => []),
    ]);
    const sources: Entry[] = [];
    const targets: Entry[] = [];
    for (const person of people) {
      if (person.standing === "rejected") continue;
      const names = [person.name, ...person.aliases];
      const note = [person.gender, person.voice.register, person.description].filter(Boolean).join(" · ").slice(0, 300);
      this.#about.set(person.id, {
        kind: "name",
        source: person.name.source,
        target: person.name.translation ?? "",
        note,
      });
      sources.push({ id: person.id, kind: "name", forms: names.map((name) => name.source) });
      targets.push({ id: person.id, kind: "name", forms: names.map((name) => name.translation ?? "") });
    }
    for (const term of allTerms) {
      if (term.standing === "rejected") continue;
      this.#about.set(term.id, {
        kind: "term",
        source: term.source,
        target: term.translation,
        note: term.note.slice(0, 300),
      });
      sources.push({ id: term.id, kind: "term", forms: [term.source] });
      targets.push({ id: term.id, kind: "term", forms: [term.translation, ...term.other_forms] });
    }
    this.sources = new Highlighter(sources);
    this.targets = new Highlighter(targets);
  }

  about(entry: Entry): About {
    return this.#about.get(entry.id) ?? { kind: entry.kind, source: entry.forms[0] ?? "", target: "", note: "" };
  }
}
