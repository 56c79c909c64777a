// Why: the Chinese sentences of the assistant.
import type { assistant as en } from "../en/assistant.ts";

export const assistant: Record<keyof typeof en, string> = {
  "assistant.title": "助手",
  "assistant.new": "新对话",
  "assistant.sessions": "对话",
  "assistant.empty": "关于这本书的任何事都可以问：某人是谁、某处为什么这样译，或者让它全书修改一个术语。",
  "assistant.message": "消息",
  "assistant.placeholder": "询问本书，或提出修改……",
  "assistant.send": "发送",
  "assistant.stop": "停止",
  "assistant.you": "你",
  "assistant.thinks": "思考",
  "assistant.calls": "调用 {tool}",
  "assistant.knows": "它知道你在哪里：{where}",
  "assistant.knows.paragraph": "段落 {id}",
  "assistant.knows.selection": "以及你选中的文字",
  "assistant.model": "模型",
  "assistant.budget": "预算上限（美元）",
  "assistant.changed": "它改动了 {n} 处",
  "assistant.asks": "执行前它要先问你",
  "assistant.allow": "执行",
  "assistant.refuse": "不要",
  "assistant.compacted": "较早的消息已为模型概括；在这里仍然完整。",
  "assistant.stopped": "已停止",
  "assistant.spent": "本次对话花费 {money}",
  "assistant.working": "进行中……",
};
