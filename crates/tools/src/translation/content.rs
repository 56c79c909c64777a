//! What every translated text must satisfy, whoever sends it: there is text, and the source's tags are in it.

use crate::text::PromptLanguage;
use book::text::markup::{Marked, MarkupFault};
use serde_json::{Value, json};
use std::borrow::Cow;

/// Why a text was not taken, with its code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ContentFault {
    pub(super) code: &'static str,
    pub(super) message: String,
    /// The checks that object, where checks did.
    pub(super) checks: Vec<String>,
}

impl ContentFault {
    pub(super) const fn new(code: &'static str, message: String) -> Self {
        Self { code, message, checks: Vec::new() }
    }

    /// The fault as one entry of `failed_paragraphs`.
    pub(super) fn to_json(&self, paragraph_id: &str) -> Value {
        let mut json =
            json!({ "paragraph_id": paragraph_id, "error_code": self.code, "error": self.message });
        if let (Value::Object(json), false) = (&mut json, self.checks.is_empty()) {
            json.insert("checks".to_owned(), self.checks.clone().into());
        }
        json
    }
}

/// Reads a translation of this source. Line breaks and plain spaces at its ends are a model's habit and are dropped.
pub(super) fn read(source: &Marked, given: &str, language: PromptLanguage) -> Result<Marked, ContentFault> {
    let text = with_line_breaks(source, given);
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    let marked = source.read_translation(text).map_err(|faults| broken_tags(&faults, language))?;
    if marked.plain().trim().is_empty() { Err(empty(language)) } else { Ok(marked) }
}

/// A prompt shows a line break inside a paragraph as `⏎`, because a work item stands on one line; a model that copies
/// the sign means the break.
pub(super) fn with_line_breaks<'a>(source: &Marked, given: &'a str) -> Cow<'a, str> {
    if source.as_str().contains('\n') && given.contains('⏎') {
        Cow::Owned(given.replace(" ⏎ ", "\n").replace('⏎', "\n"))
    } else {
        Cow::Borrowed(given)
    }
}

/// A text with nothing in it.
pub(super) fn empty(language: PromptLanguage) -> ContentFault {
    let message = language.choose(
        "译文为空。请提交该段落的完整译文。",
        "The translation is empty. Submit the whole paragraph's translation.",
    );
    ContentFault::new("EMPTY_TRANSLATION", message.to_owned())
}

fn broken_tags(faults: &[MarkupFault], language: PromptLanguage) -> ContentFault {
    const MAX_FAULTS: usize = 8;
    let listed: Vec<String> = faults.iter().take(MAX_FAULTS).map(|fault| in_words(fault, language)).collect();
    let message = language.choose(
        format!("标签有误：{}。请保留原文的全部标签。", listed.join("；")),
        format!("Broken tags: {}. Keep every tag of the source.", listed.join("; ")),
    );
    ContentFault::new("BROKEN_TAGS", message)
}

fn in_words(fault: &MarkupFault, language: PromptLanguage) -> String {
    let zh = match fault {
        MarkupFault::Unclosed(n) => format!("`<{n}>` 没有闭合，请补上 `</{n}>`"),
        MarkupFault::Unopened(n) => format!("`</{n}>` 没有与之对应的开始标签"),
        MarkupFault::Missing(n) => format!("缺少原文的标签 {n}"),
        MarkupFault::Unknown(n) => format!("原文没有标签 {n}，请删除"),
        MarkupFault::Repeated(n) => format!("`<{n}/>` 只能出现一次"),
        MarkupFault::WrongForm(n) => format!("标签 {n} 的形式与原文不同（`<{n}>…</{n}>` 或 `<{n}/>`）"),
    };
    language.choose(zh, fault.to_string())
}
