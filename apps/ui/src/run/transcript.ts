// Why: a transcript is kept as it was spoken; this puts it into lines a person can read, and shows what it does not
// know as it is.

export interface SpokenLine {
  who: "told" | "thinks" | "says" | "calls" | "gets" | "other";
  tool?: string;
  text: string;
  isJson: boolean;
}

export function readLine(line: unknown): SpokenLine[] {
  const { said, text, reply, result } = (line ?? {}) as Record<string, unknown>;
  if (said === "user" || said === "system" || said === "person") {
    return [{ who: "told", text: word(text), isJson: false }];
  }
  if (said === "reply" && isObject(reply)) return readReply(reply);
  if (said === "result" && isObject(result)) {
    return [{ who: "gets", tool: word(result.name), text: word(result.content), isJson: true }];
  }
  return [{ who: "other", text: JSON.stringify(line), isJson: true }];
}

function readReply(reply: Record<string, unknown>): SpokenLine[] {
  const lines: SpokenLine[] = [];
  if (word(reply.reasoning_text)) lines.push({ who: "thinks", text: word(reply.reasoning_text), isJson: false });
  if (word(reply.text)) lines.push({ who: "says", text: word(reply.text), isJson: false });
  const calls = Array.isArray(reply.tool_calls) ? reply.tool_calls.filter(isObject) : [];
  for (const call of calls) {
    lines.push({ who: "calls", tool: word(call.name), text: word(call.arguments), isJson: true });
  }
  return lines;
}

const word = (value: unknown): string => (typeof value === "string" ? value : "");
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
