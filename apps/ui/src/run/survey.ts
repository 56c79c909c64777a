// Why: a survey is told by other events than a translation: pieces that were read, and what each brought.

export interface SurveyState {
  pieces: number;
  read: number;
  failed: number;
  terms: number;
  characters: number;
  summaries: number;
  dropped: number;
  conflicts: number;
}

const NOTHING: SurveyState = {
  pieces: 0,
  read: 0,
  failed: 0,
  terms: 0,
  characters: 0,
  summaries: 0,
  dropped: 0,
  conflicts: 0,
};

type Told = Record<string, unknown>;
const number = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);

/** The state after one more event; the same as before for events of other runs. */
export function surveyed(before: SurveyState | undefined, event: string, told: Told): SurveyState | undefined {
  if (event === "started") {
    if (told.survey !== true) return before;
    return { ...(before ?? NOTHING), pieces: number(told.pieces), read: number(told.read) };
  }
  const state = before ?? NOTHING;
  switch (event) {
    case "piece_read":
      return {
        ...state,
        read: state.read + 1,
        terms: state.terms + number(told.terms),
        characters: state.characters + number(told.characters),
        dropped: state.dropped + number(told.dropped),
      };
    case "piece_failed":
      return { ...state, failed: state.failed + 1 };
    case "ended":
    case "snapshot":
      return typeof told.pieces === "number" ? summed(state, told) : before;
    default:
      return before;
  }
}

/** Sums take the place of what was counted. */
function summed(state: SurveyState, told: Told): SurveyState {
  const next = { ...state };
  for (const name of Object.keys(NOTHING) as (keyof SurveyState)[]) {
    if (typeof told[name] === "number") next[name] = number(told[name]);
  }
  return next;
}
