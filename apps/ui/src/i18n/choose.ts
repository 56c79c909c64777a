// Why: the page opens in a language the person reads, without asking.

/** The language of the page: the chosen one, else the first of the browser's that there is, else English. */
export function pickLanguage(all: readonly string[], kept: string | null, wanted: readonly string[]): string {
  const known = (tag: string | undefined) => all.find((each) => each === tag);
  // The first version of the page knew one Chinese and called it `zh`.
  const chosen = known(kept === "zh" ? "zh-Hans" : (kept ?? undefined));
  if (chosen) return chosen;
  for (const tag of wanted) {
    const found = known(likely(tag)) ?? known(tag) ?? known(tag.split("-")[0]);
    if (found) return found;
  }
  return known("en") ?? all[0] ?? "en";
}

/** `zh-TW` is written with `Hant`, `zh-CN` with `Hans`: the browser knows. */
function likely(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return language === "zh" ? `${language}-${script}` : language;
  } catch {
    return undefined;
  }
}
