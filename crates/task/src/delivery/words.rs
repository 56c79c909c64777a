//! The sentences of a request in text, in both languages.

use super::ask::Manner;
use super::state::ReplyFault;
use book::text::version::TaskKind;
use llm::Delivery;
use tools::text::PromptLanguage;

/// What is asked.
pub(super) fn request(
    language: PromptLanguage,
    form: Delivery,
    kind: TaskKind,
    manner: Manner,
    target: &str,
) -> String {
    let zh = match (kind, manner) {
        (_, Manner::Review) => "检查发现以下译文可能有误。请给出改正后的译文；本来正确的答 =".to_owned(),
        (TaskKind::Polish, _) => "润色以下译文；已经好的答 =".to_owned(),
        (TaskKind::Proofreading, _) => "校对以下译文；没有错误的答 =".to_owned(),
        (TaskKind::Translation, Manner::Sentences) => format!("将同一段落的以下句子逐句译成{target}"),
        (TaskKind::Translation, Manner::Alone) => format!("只把这一段译成{target}"),
        (TaskKind::Translation, Manner::Together) => format!("译成{target}"),
    };
    let en = match (kind, manner) {
        (_, Manner::Review) => {
            "Checks found something in these translations. Answer with the corrected translation, or = where it is right"
                .to_owned()
        }
        (TaskKind::Polish, _) => "Polish these translations; answer = where one is good".to_owned(),
        (TaskKind::Proofreading, _) => {
            "Proofread these translations; answer = where one has no fault".to_owned()
        }
        (TaskKind::Translation, Manner::Sentences) => {
            format!("Translate these sentences of one paragraph into {target}, one by one")
        }
        (TaskKind::Translation, Manner::Alone) => format!("Translate only this paragraph into {target}"),
        (TaskKind::Translation, Manner::Together) => format!("Translate into {target}"),
    };
    let example = match form {
        Delivery::Lines => "",
        Delivery::Structured | Delivery::Tools => language.choose("（JSON，键不变）", " (JSON, same keys)"),
    };
    language.choose(format!("{zh}{example}："), format!("{en}{example}:"))
}

pub(super) const fn before(language: PromptLanguage) -> &'static str {
    match language {
        PromptLanguage::Chinese => "前文（仅供参考，不要翻译）：",
        PromptLanguage::English => "Before it (context only):",
    }
}

pub(super) const fn after(language: PromptLanguage) -> &'static str {
    match language {
        PromptLanguage::Chinese => "后文（仅供参考，不要翻译）：",
        PromptLanguage::English => "After it (context only):",
    }
}

pub(super) const fn readings(language: PromptLanguage) -> &'static str {
    match language {
        PromptLanguage::Chinese => "读音（仅供参考）：",
        PromptLanguage::English => "Readings (context only):",
    }
}

/// What was wrong with the answer before.
pub(super) fn fault(language: PromptLanguage, form: Delivery, fault: ReplyFault) -> &'static str {
    match fault {
        ReplyFault::Empty => language.choose("上次的回答是空的。", "Your last answer was empty."),
        ReplyFault::Cut => language.choose(
            "上次的回答在结尾前被截断，请只写译文。",
            "Your last answer was cut off before its end. Write the translation only.",
        ),
        ReplyFault::Unreadable => match form {
            Delivery::Lines => language.choose(
                "上次的回答没有编号，无法对应。每行必须以编号开头，如 `[1] 译文`。",
                "Your last answer had no numbers, so nothing could be matched. Begin each line with its number, as in `[1] translation`.",
            ),
            Delivery::Structured | Delivery::Tools => language.choose(
                "上次的回答不是含有这些键的 JSON 对象。只回答一个 JSON 对象。",
                "Your last answer was no JSON object with these keys. Answer with one JSON object only.",
            ),
        },
        ReplyFault::Repeated => {
            language.choose("上次的回答陷入重复。", "Your last answer ran into repetition.")
        }
    }
}

/// What was wrong with the translation of one paragraph.
pub(super) fn refused(language: PromptLanguage, error: &str) -> String {
    language.choose(
        format!("上次的译文未被接受：{error}"),
        format!("Your last translation was not accepted: {error}"),
    )
}

/// What was found in a translation.
pub(super) fn finding_line(language: PromptLanguage, label: usize, finding: &str) -> String {
    language.choose(format!("[{label}] 的问题：{finding}"), format!("About [{label}]: {finding}"))
}
