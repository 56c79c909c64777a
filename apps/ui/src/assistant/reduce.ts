// Why: a turn of the assistant is told event by event; this makes of it what the panel shows. Pure, so that a kept
// conversation and a live one are drawn alike.

export interface DiffLine {
  about: string;
  before: string;
  after: string;
}

export type Part =
  | { kind: "text" | "thinking" | "note"; text: string }
  | { kind: "call"; tool: string; arguments: string; result: string }
  | { kind: "change"; changeId: string | undefined; lines: DiffLine[]; undone: boolean }
  | { kind: "ask"; tool: string; lines: DiffLine[]; total: number; answer: "yes" | "no" | undefined }
  | { kind: "compacted" };

export interface Message {
  who: "person" | "assistant";
  parts: Part[];
}

export interface ChatEvent {
  event: string;
  [field: string]: unknown;
}

/** Adds one event to the last message of the assistant. */
export function add(messages: readonly Message[], event: ChatEvent): Message[] {
  const last = messages.at(-1);
  const live = last?.who === "assistant";
  const parts = live ? [...last.parts] : [];
  applyTo(parts, event);
  if (parts.length === 0) return [...messages];
  return [...(live ? messages.slice(0, -1) : messages), { who: "assistant", parts }];
}

function applyTo(parts: Part[], event: ChatEvent): void {
  switch (event.event) {
    case "saying":
      grow(parts, "text", word(event.text));
      return;
    case "thinking":
      grow(parts, "thinking", word(event.text));
      return;
    case "retrying":
      // What was said since the request was sent is void.
      while (parts.at(-1)?.kind === "text" || parts.at(-1)?.kind === "thinking") parts.pop();
      return;
    case "called":
      parts.push({
        kind: "call",
        tool: word(event.tool),
        arguments: asText(event.arguments),
        result: asText(event.result),
      });
      return;
    case "changed":
      parts.push({
        kind: "change",
        changeId: word(event.change_id) || word(event.change) || undefined,
        lines: lines(event.changes),
        undone: false,
      });
      return;
    case "proposed": {
      const shown = lines(event.changes);
      const total = typeof event.n_changes === "number" ? event.n_changes : shown.length;
      parts.push({ kind: "ask", tool: word(event.tool), lines: shown, total, answer: undefined });
      return;
    }
    case "compacted":
      parts.push({ kind: "compacted" });
      return;
    case "ended":
      if (word(event.ending) && word(event.ending) !== "answered") {
        parts.push({ kind: "note", text: word(event.reason) || word(event.ending) });
      }
      return;
    case "failed":
      parts.push({ kind: "note", text: word(event.reason) || word(event.detail) });
      return;
    default:
      return;
  }
}

function grow(parts: Part[], kind: "text" | "thinking", text: string): void {
  const last = parts.at(-1);
  if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
  else if (text) parts.push({ kind, text });
}

function lines(value: unknown): DiffLine[] {
  if (!Array.isArray(value)) return [];
  return value.map((each: Record<string, unknown>) => ({
    about: word(each.about) || word(each.paragraph_id),
    before: word(each.before),
    after: word(each.after),
  }));
}

/** Marks the question that waits as answered, or a change as undone. */
export function mark(messages: readonly Message[], change: (part: Part) => Part): Message[] {
  return messages.map((message) => ({ ...message, parts: message.parts.map(change) }));
}

const word = (value: unknown): string => (typeof value === "string" ? value : "");
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));
