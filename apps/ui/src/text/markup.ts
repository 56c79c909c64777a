// Why: book text carries numbered tags and ruby in a written form; this reads it into pieces, so that nothing in a
// book is ever handed to the browser as HTML. It mirrors `crates/book/src/text/markup_scan.rs`.

export type Piece =
  | { piece: "text"; text: string }
  | { piece: "open" | "close" | "void"; number: number; tag?: string }
  | { piece: "ruby"; base: string; reading: string };

const TAG = /^< *(\/?) *(\d{1,4}) *(\/?) *>/;
const RUBY = /^｜([^｜《》\n]+)《([^｜《》\n]+)》/;
const ANY_TAG = /< *\/? *\d{1,4} *\/? *>/;
const ESCAPES: Record<string, string> = { "&lt;": "<", "&amp;": "&", "&bar;": "｜", "&la;": "《", "&ra;": "》" };

/** The pieces of written text, in order. Whatever is not whole markup is text. */
export function pieces(written: string): Piece[] {
  const found: Piece[] = [];
  let text = "";
  let at = 0;
  const flush = () => {
    if (text) found.push({ piece: "text", text: readEscapes(text) });
    text = "";
  };
  while (at < written.length) {
    const next = nextMark(written, at);
    text += written.slice(at, next);
    if (next === written.length) break;
    const rest = written.slice(next, next + 4096);
    const piece = markAt(rest);
    if (piece) {
      flush();
      found.push(piece.piece);
      at = next + piece.length;
    } else {
      text += written[next];
      at = next + 1;
    }
  }
  flush();
  return found;
}

/** The text as a reader sees it: no tags, ruby as its base. */
export function plain(written: string): string {
  if (!/[<&｜]/.test(written)) return written;
  return pieces(written)
    .map((piece) => (piece.piece === "text" ? piece.text : piece.piece === "ruby" ? piece.base : ""))
    .join("");
}

function nextMark(written: string, from: number): number {
  for (let at = from; at < written.length; at++) {
    const character = written[at];
    if (character === "<" || character === "｜") return at;
  }
  return written.length;
}

function markAt(rest: string): { piece: Piece; length: number } | undefined {
  const tag = TAG.exec(rest);
  if (tag) {
    const form = tag[1] ? "close" : tag[3] ? "void" : "open";
    return { piece: { piece: form, number: Number(tag[2]) }, length: tag[0].length };
  }
  const ruby = RUBY.exec(rest);
  if (ruby?.[1] && ruby[2] && !ANY_TAG.test(ruby[1]) && !ANY_TAG.test(ruby[2])) {
    return {
      piece: { piece: "ruby", base: readEscapes(ruby[1]), reading: readEscapes(ruby[2]) },
      length: ruby[0].length,
    };
  }
  return undefined;
}

function readEscapes(text: string): string {
  return text.replace(/&(?:lt|amp|bar|la|ra);/g, (written) => ESCAPES[written] ?? written);
}
