// Why: the Chinese sentences of wishes that are kept with a book.
import type { wishes as en } from "../en/wishes.ts";

export const wishes: Record<keyof typeof en, string> = {
  "wishes.title": "每次运行的要求",
  "wishes.short": "要求",
  "wishes.text": "与书一起保存。处理本书的每个模型都会先看到它们，再看到单次运行的要求。",
  "wishes.see": "查看完整提示词",
  "wishes.book": "针对全书",
  "wishes.chapter": "针对某一章",
  "wishes.choose": "选择一章",
  "wishes.ofChapter": "针对第 {n} 章",
  "wishes.saved": "已与书一起保存。",
  "wishes.theirs": "与此同时，别人写了：",
};
