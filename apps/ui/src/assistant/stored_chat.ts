// Why: a conversation that was kept is drawn by the same rules as one that is going on.
import type { ChatLine } from "../api/chat.ts";
import { add, type Message } from "./reduce.ts";

export function fromLines(kept: readonly ChatLine[]): Message[] {
  let messages: Message[] = [];
  const calls = new Map<string, { tool: string; arguments: string }>();
  for (const { said, change_id } of kept) {
    const line = said as Record<string, unknown>;
    switch (line.said) {
      case "person":
        messages = [...messages, { who: "person", parts: [{ kind: "text", text: String(line.text ?? "") }] }];
        break;
      case "reply": {
        const reply = (line.reply ?? {}) as {
          text?: string;
          tool_calls?: { id: string; name: string; arguments: string }[];
        };
        if (reply.text) messages = add(messages, { event: "saying", text: reply.text });
        for (const call of reply.tool_calls ?? []) calls.set(call.id, { tool: call.name, arguments: call.arguments });
        break;
      }
      case "result": {
        const result = (line.result ?? {}) as { call_id?: string; name?: string; content?: string };
        const call = calls.get(result.call_id ?? "");
        messages = add(messages, {
          event: "called",
          tool: call?.tool ?? result.name ?? "",
          arguments: call?.arguments ?? "",
          result: result.content ?? "",
        });
        const changes = Array.isArray(line.changes) ? line.changes : [];
        if (changes.length > 0 || change_id)
          messages = add(messages, { event: "changed", change_id: change_id ?? "", changes });
        break;
      }
      case "summary":
        messages = add(messages, { event: "compacted" });
        break;
      case "broken_off":
        messages = add(messages, { event: "ended", ...(line.ending as Record<string, unknown>) });
        break;
      default:
        break;
    }
  }
  return messages;
}
