// Why: money, sizes, times and names of languages are written the way the person's language writes them.
import { t, words } from "./index.svelte.ts";

const locale = () => words.language;

export const count = (value: number): string => value.toLocaleString(locale());

/** Large numbers short: `12.4K`, `1.2万`. */
export const short = (value: number): string =>
  value.toLocaleString(locale(), { notation: "compact", maximumFractionDigits: 1 });

/** Money is counted in millionths of a dollar. Small sums keep the digits that matter. */
export function money(micros: number): string {
  const usd = micros / 1_000_000;
  const digits = usd === 0 ? 2 : usd < 0.01 ? 4 : usd < 1 ? 3 : 2;
  return usd.toLocaleString(locale(), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: Math.min(2, digits),
    maximumFractionDigits: digits,
  });
}

export const percent = (part: number, whole: number): string =>
  (whole > 0 ? part / whole : 0).toLocaleString(locale(), { style: "percent", maximumFractionDigits: 0 });

export function when(ms: number): string {
  const seconds = (ms - Date.now()) / 1000;
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  const steps: [Intl.RelativeTimeFormatUnit, number][] = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ];
  if (Math.abs(seconds) > 30 * 86_400) return new Date(ms).toLocaleDateString(locale(), { dateStyle: "medium" });
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return t("time.now");
}

export const moment = (ms: number): string =>
  new Date(ms).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });

export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return t("time.seconds", { n: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("time.minutes", { n: minutes });
  return t("time.hours", { h: Math.floor(minutes / 60), m: minutes % 60 });
}

/** The name of a language from its tag, in the person's language. */
export function languageName(tag: string | null | undefined): string {
  if (!tag) return t("language.unknown");
  try {
    return new Intl.DisplayNames([locale()], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
