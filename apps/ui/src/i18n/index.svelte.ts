// Why: every sentence of the page in the person's language. A key that one language lacks is a type error.
import { en } from "./en/index.ts";
import { zh } from "./zh/index.ts";

export type Key = keyof typeof en;
export type Dictionary = Record<Key, string>;
export const LANGUAGES = { en: "English", zh: "简体中文" } as const;
export type UiLanguage = keyof typeof LANGUAGES;
const DICTIONARIES: Record<UiLanguage, Dictionary> = { en, zh };
const TAGS: Record<UiLanguage, string> = { en: "en", zh: "zh-Hans" };
const KEPT_AS = "tsumugi.language";

class Words {
  language: UiLanguage = $state(first());

  constructor() {
    document.documentElement.lang = TAGS[this.language];
  }

  choose(language: UiLanguage): void {
    this.language = language;
    localStorage.setItem(KEPT_AS, language);
    document.documentElement.lang = TAGS[language];
  }
}

export const words = new Words();

/** The sentence of a key; `{name}` in it is replaced by `values.name`. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  return fill(DICTIONARIES[words.language][key], values);
}

/** The sentence of a word that comes from the server, such as `careful`; the word itself if there is none. */
export function tWord(prefix: string, word: string): string {
  const key = `${prefix}.${word}`;
  return key in en ? t(key as Key) : word.replaceAll("_", " ");
}

export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function first(): UiLanguage {
  const kept = localStorage.getItem(KEPT_AS);
  if (kept === "en" || kept === "zh") return kept;
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith("zh")) &&
    !navigator.languages[0]?.toLowerCase().startsWith("en")
    ? "zh"
    : "en";
}
