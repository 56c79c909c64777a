// Why: a finding names the words it is about between quotation marks; those are highlighted in both texts.

const QUOTES = /«([^»]+)»|“([^”]+)”|「([^」]+)」|『([^』]+)』|‘([^’]+)’|"([^"]+)"|`([^`]+)`/g;

/** The words a message quotes, longest first. */
export function quotedWords(message: string): string[] {
  const found = [...message.matchAll(QUOTES)].map((match) => match.slice(1).find((each) => each !== undefined) ?? "");
  return [...new Set(found.map((word) => word.trim()).filter((word) => word.length > 0 && word.length < 200))].sort(
    (a, b) => b.length - a.length,
  );
}

export interface SpottedPart {
  text: string;
  hit: boolean;
}

/** Cuts a text into what is highlighted and what is not: spans by characters, and every place of the given words. */
export function spot(
  text: string,
  words: readonly string[],
  spans: readonly (readonly number[])[] = [],
): SpottedPart[] {
  const hits = new Uint8Array(text.length);
  const places = spans.length > 0 ? [...codePointStarts(text), text.length] : [];
  for (const [start, end] of spans) {
    if (start !== undefined && end !== undefined)
      hits.fill(1, places[start] ?? text.length, places[end] ?? text.length);
  }
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
      hits.fill(1, at, at + word.length);
  }
  const parts: SpottedPart[] = [];
  for (let at = 0; at < text.length; at++) {
    const hit = hits[at] === 1;
    const last = parts.at(-1);
    if (last?.hit === hit) last.text += text[at];
    else parts.push({ text: text[at] ?? "", hit });
  }
  return parts;
}

function codePointStarts(text: string): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    starts.push(at);
    at += character.length;
  }
  return starts;
}
