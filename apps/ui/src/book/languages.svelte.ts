// Why: languages are offered everywhere by their name in the page's language, in the order of that language.
import { about } from "../api/about.ts";
import { languageName } from "../i18n/format.ts";
import { words } from "../i18n/index.svelte.ts";
import { connection } from "../state/connection.svelte.ts";

export interface NamedLanguage {
  tag: string;
  name: string;
}

export class Languages {
  #tags: readonly string[] = $state.raw([]);
  readonly all: readonly NamedLanguage[] = $derived.by(() => {
    const named = this.#tags.map((tag) => ({ tag, name: languageName(tag) }));
    return named.sort((a, b) => a.name.localeCompare(b.name, words.language));
  });

  constructor() {
    $effect(() => {
      void connection.epoch;
      about().then(
        ({ languages }) => (this.#tags = languages.map(({ tag }) => tag)),
        () => undefined,
      );
    });
  }

  /** The tag of a name, or of a tag, as somebody typed it. */
  find(typed: string): string | undefined {
    const wanted = typed.trim().toLocaleLowerCase(words.language);
    const same = (text: string) => text.toLocaleLowerCase(words.language) === wanted;
    return this.all.find(({ tag, name }) => same(tag) || same(name))?.tag;
  }
}
