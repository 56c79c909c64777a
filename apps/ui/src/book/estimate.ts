// Why: what an estimate means for money, told in one place for every dialog that spends some.
import type { Estimate } from "../api/types.ts";

/** The built-in model works offline, so it has no price and needs none. */
export const REHEARSAL = "rehearsal";

export const isFree = ({ model, cost_micros }: Pick<Estimate, "model" | "cost_micros">): boolean =>
  model === REHEARSAL || cost_micros?.[1] === 0;

/** Whether two tags name the same language, script and all: `zh` into `zh-Hant` is work, `en-GB` into `en` is none. */
export function sameLanguages(source: string | null | undefined, target: string): boolean {
  const full = (tag: string) => {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  };
  try {
    return Boolean(source && target) && full(source ?? "") === full(target);
  } catch {
    return source === target;
  }
}
