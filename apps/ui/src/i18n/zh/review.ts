// Why: the Chinese sentences of the review of a book.
import type { review as en } from "../en/review.ts";

export const review: Record<keyof typeof en, string> = {
  "review.title": "审校",
  "review.text": "检查发现的问题，最严重的在前。检查不花钱，也不需要模型。",
  "review.check": "检查全书",
  "review.checking": "正在检查……",
  "review.none": "没有未处理的问题。",
  "review.severity": "严重程度",
  "review.which": "检查项",
  "review.all": "全部",
  "review.acknowledged": "显示已认可的",
  "review.isAcknowledged": "已认可",
  "review.acknowledge": "认可",
  "review.acknowledge.reason": "为什么没问题（可不填）",
  "review.doneAcknowledge": "已认可。",
  "review.takeBack": "重新打开",
  "review.open": "打开该段",
  "review.fix": "用模型修正",
  "review.heat": "热力图",
  "review.heat.text": "各章的问题；颜色越浓，每段问题越多。",
  "review.heat.cell": "第 {n} 章：{count} 个问题",
  "review.count": "{n} 个问题",
  "review.suggestions": "等待判断的建议",
  "review.suggestions.none": "没有等待的建议。",
};
