// Why: a survey is told by other events than a translation: pieces that were read, and what each brought.

export interface SurveyPicture {
  pieces: number;
  read: number;
  failed: number;
  terms: number;
  characters: number;
  summaries: number;
  dropped: number;
  conflicts: number;
}

const NOTHING: SurveyPicture = {
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

/** The picture after one more event; the same as before for events of other runs. */
export function surveyed(before: SurveyPicture | undefined, event: string, told: Told): SurveyPicture | undefined {
  if (event === "started") {
    if (told.survey !== true) return before;
    return { ...(before ?? NOTHING), pieces: number(told.pieces), read: number(told.read) };
  }
  const picture = before ?? NOTHING;
  switch (event) {
    case "piece_read":
      return {
        ...picture,
        read: picture.read + 1,
        terms: picture.terms + number(told.terms),
        characters: picture.characters + number(told.characters),
        dropped: picture.dropped + number(told.dropped),
      };
    case "piece_failed":
      return { ...picture, failed: picture.failed + 1 };
    case "ended":
    case "snapshot":
      return typeof told.pieces === "number" ? summed(picture, told) : before;
    default:
      return before;
  }
}

/** Sums take the place of what was counted. */
function summed(picture: SurveyPicture, told: Told): SurveyPicture {
  const next = { ...picture };
  for (const name of Object.keys(NOTHING) as (keyof SurveyPicture)[]) {
    if (typeof told[name] === "number") next[name] = number(told[name]);
  }
  return next;
}
