// Why: versions, conflicts and proposed changes are shown by what differs. Words for spaced scripts, single characters
// for scripts written without spaces, so that a changed name is one mark and not a whole line.

export interface Part {
  kind: "same" | "gone" | "new";
  text: string;
}

const TOKEN =
  /< *\/? *\d{1,4} *\/? *>|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}'’]+|\s+|[^\s]/gu;
/** Above this many steps the middle is shown as replaced, to keep the page quick whatever the texts are. */
const MAX_STEPS = 4_000_000;

/** What has to be taken from `before` and put in to get `after`. */
export function diff(before: string, after: string): Part[] {
  if (before === after) return before ? [{ kind: "same", text: before }] : [];
  const left = before.match(TOKEN) ?? [];
  const right = after.match(TOKEN) ?? [];
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start++;
  let end = 0;
  while (
    end < left.length - start &&
    end < right.length - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end++;
  const parts: Part[] = [];
  push(parts, "same", left.slice(0, start).join(""));
  middle(parts, left.slice(start, left.length - end), right.slice(start, right.length - end));
  push(parts, "same", end ? left.slice(left.length - end).join("") : "");
  return parts;
}

function middle(parts: Part[], left: string[], right: string[]): void {
  const width = right.length + 1;
  if (left.length * right.length > MAX_STEPS) {
    push(parts, "gone", left.join(""));
    push(parts, "new", right.join(""));
    return;
  }
  const longest = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row--) {
    for (let column = right.length - 1; column >= 0; column--) {
      longest[row * width + column] =
        left[row] === right[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  let row = 0;
  let column = 0;
  while (row < left.length || column < right.length) {
    if (row < left.length && column < right.length && left[row] === right[column]) {
      push(parts, "same", left[row] ?? "");
      row++;
      column++;
    } else if (row < left.length && (column === right.length || at(row + 1, column) >= at(row, column + 1))) {
      push(parts, "gone", left[row++] ?? "");
    } else {
      push(parts, "new", right[column++] ?? "");
    }
  }
}

function push(parts: Part[], kind: Part["kind"], text: string): void {
  if (!text) return;
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += text;
  else parts.push({ kind, text });
}
