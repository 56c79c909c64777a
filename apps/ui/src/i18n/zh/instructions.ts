// Why: the Chinese sentences of instructions that are kept with a book.
import type { instructions as en } from "../en/instructions.ts";

export const instructions: Record<keyof typeof en, string> = {
  "instructions.title": "每次运行的要求",
  "instructions.short": "要求",
  "instructions.text": "与书一起保存。处理本书的每个模型都会先看到它们，再看到单次运行的要求。",
  "instructions.see": "查看完整提示词",
  "instructions.book": "针对全书",
  "instructions.chapter": "针对某一章",
  "instructions.choose": "选择一章",
  "instructions.ofChapter": "针对第 {n} 章",
  "instructions.saved": "已与书一起保存。",
  "instructions.theirs": "与此同时，别人写了：",
};
