//! The words of the page, in English and Chinese.

use book::language::LanguageTag;
use checks::check::Severity;
use checks::reader::ReaderLanguage;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageLanguage {
    English,
    /// Simplified Chinese.
    Chinese,
}

impl PageLanguage {
    /// Chinese for readers of a Chinese translation, English otherwise.
    pub fn for_target(target: &LanguageTag) -> Self {
        if target.is_chinese() { Self::Chinese } else { Self::English }
    }

    pub(super) const fn reader(self) -> ReaderLanguage {
        match self {
            Self::English => ReaderLanguage::English,
            Self::Chinese => ReaderLanguage::Chinese,
        }
    }

    pub(super) const fn choose<T: Copy>(self, en: T, zh: T) -> T {
        match self {
            Self::English => en,
            Self::Chinese => zh,
        }
    }

    pub(super) const fn page_words(self) -> &'static Words {
        match self {
            Self::English => &ENGLISH,
            Self::Chinese => &CHINESE,
        }
    }

    pub(super) const fn severity(self, severity: Severity) -> &'static str {
        match severity {
            Severity::Block => self.choose("block", "阻断"),
            Severity::Queue => self.choose("review", "复核"),
            Severity::Info => self.choose("info", "提示"),
            Severity::Autofix => self.choose("fixed", "已修复"),
        }
    }
}

/// Everything the page says by itself.
pub(super) struct Words {
    pub(super) tag: &'static str,
    pub(super) report: &'static str,
    pub(super) made: &'static str,
    pub(super) checked: &'static str,
    pub(super) untranslated: &'static str,
    pub(super) notes: &'static str,
    pub(super) with_findings: &'static str,
    pub(super) acknowledged: &'static str,
    pub(super) map: &'static str,
    pub(super) map_note: &'static str,
    pub(super) chapter: &'static str,
    pub(super) paragraphs: &'static str,
    pub(super) nothing_found: &'static str,
    pub(super) checks: &'static str,
    pub(super) worst: &'static str,
    pub(super) worst_note: &'static str,
    pub(super) source: &'static str,
    pub(super) translation: &'static str,
    pub(super) drift: &'static str,
    pub(super) no_drift: &'static str,
    pub(super) costs: &'static str,
    pub(super) no_runs: &'static str,
    pub(super) run: &'static str,
    pub(super) kind: &'static str,
    pub(super) model: &'static str,
    pub(super) tokens_in: &'static str,
    pub(super) tokens_out: &'static str,
    pub(super) cost: &'static str,
    pub(super) total: &'static str,
    pub(super) limits: &'static str,
    pub(super) progress: &'static str,
    pub(super) progress_note: &'static str,
    pub(super) translated: &'static str,
    pub(super) costs_note: &'static str,
    pub(super) names: &'static str,
    pub(super) names_note: &'static str,
    pub(super) name: &'static str,
}

const ENGLISH: Words = Words {
    tag: "en",
    report: "Quality report",
    made: "made",
    checked: "paragraphs checked",
    untranslated: "not translated",
    notes: "translator's notes",
    with_findings: "with findings",
    acknowledged: "ignored",
    map: "Chapters and checks",
    map_note: "Open findings by chapter and check; the darker, the more of a hundred paragraphs.",
    chapter: "chapter",
    paragraphs: "paragraphs",
    nothing_found: "The checks find nothing.",
    checks: "The checks in the map",
    worst: "Worst paragraphs first",
    worst_note: "shown of all with findings to review:",
    source: "source",
    translation: "translation",
    drift: "Inconsistencies over the book",
    no_drift: "Names, voices and forms of address are consistent.",
    costs: "Costs",
    no_runs: "No model has worked on this book.",
    run: "run",
    kind: "kind",
    model: "model",
    tokens_in: "tokens in",
    tokens_out: "tokens out",
    cost: "cost",
    total: "total",
    limits: "Checks see numbers, names, marks, scripts and lengths. They see nothing of idiom, register, irony or beauty.",
    progress: "Progress",
    progress_note: "Chapters as wide as they are long; the same numbers stand in the table of chapters and checks.",
    translated: "translated",
    costs_note: "Cost adding up over time; the table below has the numbers.",
    names: "Names over the chapters",
    names_note: "How many of the places in a chapter have the agreed form, the least consistent first.",
    name: "name",
};

const CHINESE: Words = Words {
    tag: "zh-Hans",
    report: "质量报告",
    made: "生成于",
    checked: "个段落已检查",
    untranslated: "未翻译",
    notes: "条译者注",
    with_findings: "有问题",
    acknowledged: "已放行",
    map: "章节与检查",
    map_note: "各章各项检查尚未处理的问题数；颜色越深，每百段中的问题越多。",
    chapter: "章",
    paragraphs: "段落",
    nothing_found: "检查没有发现问题。",
    checks: "图中的检查",
    worst: "最差的段落",
    worst_note: "显示数 / 需复核段落总数：",
    source: "原文",
    translation: "译文",
    drift: "全书译法不一致",
    no_drift: "人名、语气、称呼前后一致。",
    costs: "费用",
    no_runs: "还没有模型处理过本书。",
    run: "任务",
    kind: "类型",
    model: "模型",
    tokens_in: "输入 token",
    tokens_out: "输出 token",
    cost: "费用",
    total: "合计",
    limits: "检查能看到数字、名称、标点、文字和长度，看不到习语、语域、反讽和文采。",
    progress: "进度",
    progress_note: "各章宽度与篇幅成正比；数字见“章节与检查”表。",
    translated: "已翻译",
    costs_note: "费用随时间累计；数字见下表。",
    names: "各章的译名",
    names_note: "每章中采用约定译名的处数，最不一致的在前。",
    name: "名称",
};
