// Why: every sentence of the page in the person's language. A language is one file in `languages/`, named by its tag;
// only the one that is used is fetched.
import { pickLanguage } from "./choose.ts";
import { fill } from "./fill.ts";
import type en from "./languages/en.json";

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
type Dictionary = Record<Key, string>;

const FILES = import.meta.glob<Dictionary>("./languages/*.json", { import: "default" });
const fileOf = (tag: string) => `./languages/${tag}.json`;
/** The tags of the languages the page speaks. */
export const LANGUAGES: readonly string[] = Object.keys(FILES).map((path) => path.replace(/^.*\/|\.json$/g, ""));
const KEPT_AS = "tsumugi.language";

class Words {
  language: string = $state(pickLanguage(LANGUAGES, localStorage.getItem(KEPT_AS), navigator.languages));
  #dictionary: Partial<Dictionary> = $state.raw({});

  /** Fetches the sentences; nothing can be said before. */
  async load(): Promise<void> {
    const tag = this.language;
    const dictionary = await FILES[fileOf(tag)]?.();
    if (!dictionary || tag !== this.language) return;
    this.#dictionary = dictionary;
    document.documentElement.lang = tag;
  }

  async choose(language: string): Promise<void> {
    this.language = language;
    localStorage.setItem(KEPT_AS, language);
    await this.load();
  }

  /** Texts of the server come in English and in Chinese. */
  get isChinese(): boolean {
    return this.language.startsWith("zh");
  }

  sentence(key: Key): string | undefined {
    return this.#dictionary[key];
  }
}

export const words = new Words();

/** The sentence of a key; `{name}` in it is replaced by `values.name`. */
export function t(key: Key, values: Values = {}): string {
  return fill(words.sentence(key) ?? key, values, words.language);
}

/** The sentence of a word that comes from the server, such as `careful`; the word itself if there is none. */
export function tWord(prefix: string, word: string): string {
  const key = `${prefix}.${word}` as Key;
  return words.sentence(key) === undefined ? word.replaceAll("_", " ") : t(key);
}

/** Whether there is a sentence for a key that is put together from a server's word. */
export const isKey = (key: string): key is Key => words.sentence(key as Key) !== undefined;

/** The one of two texts of the server that fits the page's language. */
export const inWords = (english: string, chinese: string | null | undefined): string =>
  words.isChinese && chinese ? chinese : english;

/** A language by its own name. */
export const ownName = (tag: string): string => {
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
};
