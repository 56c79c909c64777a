// Why: a turn of the assistant is told event by event; this makes of it what the panel shows. Pure, so that a kept
// conversation and a live one are drawn alike.

export interface DiffLine {
  label: string;
  before: string;
  after: string;
}

export type Part =
  | { kind: "text"; text: string }
  | { kind: "thinking"; text: string }
  | { kind: "call"; tool: string; arguments: string; result: string | undefined }
  | { kind: "change"; changeId: string | undefined; note: string; lines: DiffLine[]; undone: boolean }
  | { kind: "ask"; id: string; note: string; lines: DiffLine[]; answer: "yes" | "no" | undefined }
  | { kind: "note"; text: string };

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
  const message: Message = last?.who === "assistant" ? { ...last, parts: [...last.parts] } : { who: "assistant", parts: [] };
  const before = last?.who === "assistant" ? messages.slice(0, -1) : [...messages];
  applyTo(message.parts, event);
  return message.parts.length > 0 ? [...before, message] : before;
}

function applyTo(parts: Part[], event: ChatEvent): void {
  switch (event.event) {
    case "saying":
    case "thinking": {
      const kind = event.event === "saying" ? "text" : "thinking";
      const last = parts.at(-1);
      if (last?.kind === kind) parts[parts.length - 1] = { ...last, text: last.text + word(event.text) };
      else parts.push({ kind, text: word(event.text) });
      return;
    }
    case "called":
      parts.push({
        kind: "call",
        tool: word(event.tool),
        arguments: asText(event.arguments),
        result: event.result === undefined ? undefined : asText(event.result),
      });
      return;
    case "changed":
      parts.push({
        kind: "change",
        changeId: word(event.change_id) || undefined,
        note: word(event.note),
        lines: lines(event.diff),
        undone: false,
      });
      return;
    case "asking":
      parts.push({ kind: "ask", id: word(event.id), note: word(event.text), lines: lines(event.diff), answer: undefined });
      return;
    case "failed":
    case "stopped":
      parts.push({ kind: "note", text: word(event.reason) || event.event });
      return;
    default:
      return;
  }
}

function lines(value: unknown): DiffLine[] {
  if (!Array.isArray(value)) return [];
  return value.map((each: Record<string, unknown>) => ({
    label: word(each.label) || word(each.paragraph_id),
    before: word(each.before),
    after: word(each.after),
  }));
}

const word = (value: unknown): string => (typeof value === "string" ? value : "");
const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null));
