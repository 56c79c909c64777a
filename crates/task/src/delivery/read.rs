//! From an answer in text to the calls it amounts to.

use super::ask::{Ask, Label, Manner};
use super::marks::without_invented;
use super::shifted::remove_shifted;
use super::work::TextWork;
use super::{lines, plain, structured};
use book::id::ParagraphId;
use llm::{Delivery, ToolCall};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What came under one label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnswerPiece {
    /// A text.
    Text(String),
    /// The present text is right.
    Keep,
}

/// What an answer amounts to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TextAnswer {
    /// The calls to be carried out.
    pub(crate) calls: Vec<ToolCall>,
    /// The paragraphs something came for, kept ones included.
    pub(crate) delivered: Vec<ParagraphId>,
    /// The paragraphs whose text seems to be a neighbour's, and is not taken.
    pub(crate) doubted: Vec<ParagraphId>,
}

/// An answer on its way in.
pub(super) struct Answer<'a> {
    pub(super) form: Delivery,
    pub(super) ask: &'a Ask,
    pub(super) work: &'a TextWork,
    pub(super) text: &'a str,
    /// Whether the end is missing.
    pub(super) is_cut: bool,
    /// Whether the last answer had the very same words, which then are not about what was asked.
    pub(super) is_same: bool,
}

impl Answer<'_> {
    pub(super) fn read(&self) -> TextAnswer {
        let mut submitted = Submission::default();
        let mut sentences: BTreeMap<usize, String> = BTreeMap::new();
        let (pieces, doubted) = self.pieces();
        for (label, piece) in pieces {
            match (self.ask.labels.get(label), piece) {
                (Some(Label::Paragraph { id }), AnswerPiece::Text(text)) => {
                    submitted.texts.push((*id, self.on_its_lines(*id, &text)));
                }
                // In a review the text is accepted already, so there is nothing to say.
                (Some(Label::Paragraph { .. }), AnswerPiece::Keep) if self.ask.manner == Manner::Review => {}
                (Some(Label::Paragraph { id }), AnswerPiece::Keep) => submitted.kept.push(*id),
                (Some(Label::Title), AnswerPiece::Text(text)) => submitted.title = Some(joined(text.lines())),
                (Some(Label::BookTitle), AnswerPiece::Text(text)) => {
                    submitted.book_title = Some(joined(text.lines()));
                }
                (Some(Label::Sentence { number, .. }), AnswerPiece::Text(text)) => {
                    sentences.insert(*number, joined(text.lines()));
                }
                (Some(Label::Title | Label::BookTitle | Label::Sentence { .. }) | None, _) => {}
            }
        }
        // A paragraph without one of its sentences is not whole.
        if let (Some(Label::Sentence { id, .. }), true) =
            (self.ask.labels.first(), sentences.len() == self.ask.labels.len())
        {
            let text = joined(sentences.values().map(String::as_str));
            submitted.texts.push((*id, self.on_its_lines(*id, &text)));
        }
        TextAnswer { doubted, ..submitted.into_answer() }
    }

    fn pieces(&self) -> (Vec<(usize, AnswerPiece)>, Vec<ParagraphId>) {
        let text = without_thinking(self.text);
        let labels = &self.ask.labels;
        let mut pieces = match self.work.prompt {
            Some(_) if labels.len() > 1 => plain::parse(text, labels.len(), self.is_cut),
            Some(_) => Vec::new(),
            None => read_labelled(self.form, text, &self.ask.keys(), self.is_cut),
        };
        // A model that can write objects and does not is better asked for lines than one by one.
        let may_be_plain = labels.len() == 1
            && !self.is_cut
            && !self.is_same
            && (self.form == Delivery::Lines || self.work.items.len() == 1);
        let mut doubted = Vec::new();
        if labels.len() > 1 && self.ask.manner == Manner::Together {
            let sources: Vec<Option<&str>> = labels.iter().map(|label| self.source_of(*label)).collect();
            let shifted = remove_shifted(&sources, &mut pieces, self.is_cut);
            doubted.extend(shifted.iter().filter_map(|label| match labels.get(*label)? {
                Label::Paragraph { id } => Some(*id),
                Label::Title | Label::BookTitle | Label::Sentence { .. } => None,
            }));
        }
        let alone = || whole(text).filter(|_| may_be_plain).map(|text| (0, AnswerPiece::Text(text)));
        if pieces.is_empty() {
            pieces.extend(alone());
        }
        (pieces, doubted)
    }

    /// The source of a paragraph that is to be translated; a revision is compared with its draft instead.
    fn source_of(&self, label: Label) -> Option<&str> {
        match label {
            Label::Paragraph { id } => {
                self.work.item(id).filter(|item| item.present.is_none()).map(|item| item.source.as_str())
            }
            Label::Title | Label::BookTitle | Label::Sentence { .. } => None,
        }
    }

    /// The text with line breaks and marks only where the source has some.
    fn on_its_lines(&self, id: ParagraphId, text: &str) -> String {
        let source = self.work.item(id).map_or("", |item| item.source.as_str());
        let text = without_invented(source, text);
        if source.contains('\n') { text } else { joined(text.lines()) }
    }
}

/// The whole pieces of an answer by label, from zero: in the form that was asked for, else in the other one.
pub fn read_labelled(form: Delivery, text: &str, keys: &[String], is_cut: bool) -> Vec<(usize, AnswerPiece)> {
    let text = without_thinking(text);
    let as_lines = || lines::parse(text, keys.len(), is_cut);
    let as_object = || structured::parse(text, keys, is_cut);
    match form {
        Delivery::Lines => Some(as_lines()).filter(|pieces| !pieces.is_empty()).unwrap_or_else(as_object),
        Delivery::Structured | Delivery::Tools => {
            Some(as_object()).filter(|pieces| !pieces.is_empty()).unwrap_or_else(as_lines)
        }
    }
}

/// The submission that a text holds, where a model wrote it out instead of making the call.
pub(crate) fn submission_in_text(text: &str, ids: &[ParagraphId], is_cut: bool) -> Option<ToolCall> {
    let keys: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let pieces = structured::parse(without_thinking(text), &keys, is_cut);
    let mut submitted = Submission::default();
    for (place, piece) in pieces {
        if let (Some(id), AnswerPiece::Text(text)) = (ids.get(place), piece) {
            submitted.texts.push((*id, text));
        }
    }
    submitted.into_answer().calls.into_iter().next()
}

#[derive(Default)]
struct Submission {
    texts: Vec<(ParagraphId, String)>,
    kept: Vec<ParagraphId>,
    title: Option<String>,
    book_title: Option<String>,
}

impl Submission {
    fn into_answer(self) -> TextAnswer {
        let mut calls = Vec::new();
        let mut call = |name: &str, arguments: Value| {
            let id = format!("text_{}", calls.len() + 1);
            calls.push(ToolCall { id, name: name.to_owned(), arguments: arguments.to_string() });
        };
        if !self.texts.is_empty() || !self.kept.is_empty() {
            let items =
                self.texts.iter().map(|(id, text)| json!({"paragraph_id": id, "translated_text": text}));
            let mut arguments = Map::from_iter([("paragraphs".to_owned(), items.collect())]);
            if !self.kept.is_empty() {
                arguments.insert("keep".to_owned(), json!(self.kept));
            }
            call("add_translation_batch", arguments.into());
        }
        if let Some(title) = self.title {
            call("update_chapter_title", json!({"title_translation": title}));
        }
        if let Some(title) = self.book_title {
            call("update_book_title", json!({"title_translation": title}));
        }
        let delivered = self.texts.into_iter().map(|(id, _)| id).chain(self.kept).collect();
        TextAnswer { calls, delivered, doubted: Vec::new() }
    }
}

/// What follows the model's thinking, where that came in the text.
fn without_thinking(text: &str) -> &str {
    text.rsplit_once("</think>").map_or(text, |(_, answer)| answer).trim()
}

/// The whole text as the answer to the only question there was; not where it looks like something else.
fn whole(text: &str) -> Option<String> {
    let text = text.trim_start_matches("```").trim_end_matches("```").trim();
    let is_other = text.is_empty() || text.starts_with(['{', '[', '<']) && !text.starts_with("<1>");
    (!is_other).then(|| text.to_owned())
}

/// Lines or sentences as one text: without a blank where either side is written without blanks.
fn joined<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        let is_wide = |c: Option<char>| c.is_some_and(|c| c >= '\u{2e80}');
        if !text.is_empty() && !is_wide(text.chars().next_back()) && !is_wide(part.chars().next()) {
            text.push(' ');
        }
        text.push_str(part);
    }
    text
}
