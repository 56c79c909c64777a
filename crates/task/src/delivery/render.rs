//! Writes one request: what to know, what went wrong before, what is asked, and the labelled texts.

use super::ask::{Ask, Label, Manner};
use super::escape::to_line;
use super::lines::{self, LabelledText, line};
use super::state::TextState;
use super::work::{TextItem, TextWork};
use super::{structured, words};
use crate::model_prompts::{GlossaryEntry, ModelPrompt};
use crate::prompt_escape::escape_for_prompt;
use book::id::ParagraphId;
use book::text::version::TaskKind;
use book::work::task_state::Concern;
use llm::Delivery;
use std::collections::HashMap;
use tools::text::PromptLanguage;

/// How many paragraphs before the first one are shown.
const N_BEFORE: usize = 2;
/// How many translations before the first paragraph are shown to a model with a prompt of its own.
const N_HISTORY: usize = 4;
/// The most characters shown of a neighbour.
const MAX_NEIGHBOUR: usize = 300;

/// What a request is written from.
pub(crate) struct RequestParts<'a> {
    pub(crate) language: PromptLanguage,
    pub(crate) kind: TaskKind,
    pub(crate) work: &'a TextWork,
    /// What the model gave for each paragraph so far.
    pub(crate) given: &'a HashMap<ParagraphId, String>,
    pub(crate) concerns: &'a [Concern],
}

impl RequestParts<'_> {
    /// The request.
    pub(crate) fn render(&self, state: &TextState) -> String {
        let (form, ask) = (state.form(), state.ask());
        let sentences = self.sentences(ask);
        let shown: Vec<LabelledText<'_>> =
            ask.labels.iter().map(|label| self.labelled_text(*label, ask.manner, &sentences)).collect();
        if let Some(prompt) = &self.work.prompt {
            return self.in_its_own_words(prompt, ask, &shown);
        }
        let context = context_for(&self.work.context, &shown);
        let work = match form {
            Delivery::Lines => lines::write(std::slice::from_ref(&shown)),
            Delivery::Structured | Delivery::Tools => structured::write(&ask.keys(), shown.iter()),
        };
        let request = words::request(self.language, form, self.kind, ask.manner, &self.work.target);
        let readings = self.readings(&shown);
        let parts =
            [context, readings, self.around(state), self.corrections(state), format!("{request}\n{work}")];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("\n\n")
    }

    /// The request as the model was trained on it: its prompt, the glossary of these texts, and the texts line by line.
    fn in_its_own_words(&self, prompt: &ModelPrompt, ask: &Ask, shown: &[LabelledText<'_>]) -> String {
        let is_wanted =
            |entry: &&GlossaryEntry| shown.iter().any(|shown| shown.source.contains(&entry.source));
        let glossary: Vec<GlossaryEntry> = self.work.glossary.iter().filter(is_wanted).cloned().collect();
        let text: Vec<String> = shown.iter().map(|shown| to_line(shown.source)).collect();
        prompt.request(&glossary, &self.history(ask), &text.join("\n"))
    }

    /// The translations that stand right before what is asked for, one a line.
    fn history(&self, ask: &Ask) -> String {
        let paragraphs = ask.paragraphs();
        let first = paragraphs.first();
        let place = first.and_then(|first| self.work.items.iter().position(|item| item.id == *first));
        let place = place.unwrap_or_default();
        let before = self.work.items.get(place.saturating_sub(N_HISTORY)..place).unwrap_or_default();
        let of_chunk = before.iter().filter_map(|item| self.given.get(&item.id)).map(|text| to_line(text));
        let mut history: Vec<String> = of_chunk.collect();
        if place == 0 {
            let earlier = self.work.previous.lines().filter_map(|line| line.strip_prefix("|   => "));
            history.extend(earlier.map(str::to_owned));
        }
        history.join("\n")
    }

    pub(super) fn labelled_text<'b>(
        &'b self,
        label: Label,
        manner: Manner,
        sentences: &'b [String],
    ) -> LabelledText<'b> {
        match label {
            Label::Title => {
                LabelledText { source: self.work.title.as_deref().unwrap_or_default(), present: None }
            }
            Label::BookTitle => {
                LabelledText { source: self.work.book_title.as_deref().unwrap_or_default(), present: None }
            }
            Label::Sentence { number, .. } => {
                LabelledText { source: sentences.get(number).map_or("", String::as_str), present: None }
            }
            Label::Paragraph { id } => {
                let item = self.work.item(id);
                let present = match manner {
                    Manner::Review => self.given.get(&id).map(String::as_str),
                    Manner::Together | Manner::Alone | Manner::Sentences => {
                        item.and_then(|item| item.present.as_deref())
                    }
                };
                LabelledText { source: item.map_or("", |item| &item.source), present }
            }
        }
    }

    /// How words of these texts are read, on one line.
    pub(super) fn readings(&self, shown: &[LabelledText<'_>]) -> String {
        let is_shown = |base: &str| shown.iter().any(|shown| shown.source.contains(base));
        let readings = self.work.readings.iter().filter(|(base, _)| is_shown(base));
        let readings: Vec<String> =
            readings.map(|(base, reading)| line(&format!("{base} = {reading}"))).collect();
        if readings.is_empty() {
            return String::new();
        }
        format!("{} {}", words::readings(self.language), readings.join(", "))
    }

    fn sentences(&self, ask: &Ask) -> Vec<String> {
        match ask.labels.first() {
            Some(Label::Sentence { id, .. }) => self.work.item(*id).map(sentences_of).unwrap_or_default(),
            Some(Label::Title | Label::BookTitle | Label::Paragraph { .. }) | None => Vec::new(),
        }
    }

    /// What stands around the paragraphs that are asked for. After a refusal that is only what the model has taken: a filter
    /// reads the whole prompt, and would refuse these paragraphs for their neighbours.
    pub(super) fn around(&self, state: &TextState) -> String {
        let ask = state.ask();
        let paragraphs = ask.paragraphs();
        let (Some(first), Some(last)) = (paragraphs.first(), paragraphs.last()) else { return String::new() };
        if ask.manner == Manner::Review {
            return String::new();
        }
        let place = self.work.items.iter().position(|item| item.id == *first).unwrap_or_default();
        let before = self.work.items.get(place.saturating_sub(N_BEFORE)..place).unwrap_or_default();
        let mut said = Vec::new();
        if state.was_refused() {
            let taken: Vec<&TextItem> =
                before.iter().filter(|item| self.given.contains_key(&item.id)).collect();
            if !taken.is_empty() {
                said.push(words::before(self.language).to_owned());
                said.extend(taken.into_iter().map(|item| self.neighbour(item)));
            }
            return said.join("\n");
        }
        if place == 0 {
            said.extend(Some(self.work.previous.clone()).filter(|previous| !previous.is_empty()));
        } else if !before.is_empty() {
            said.push(words::before(self.language).to_owned());
            said.extend(before.iter().map(|item| self.neighbour(item)));
        }
        let is_alone = matches!(ask.manner, Manner::Alone | Manner::Sentences);
        if let Some(after) = self.work.around(*last).1.filter(|_| is_alone) {
            said.push(words::after(self.language).to_owned());
            said.push(format!("| {}", shortened(&after.source)));
        }
        said.join("\n")
    }

    fn neighbour(&self, item: &TextItem) -> String {
        let source = format!("| {}", shortened(&item.source));
        let translation = self.given.get(&item.id).or(item.present.as_ref());
        translation.map_or_else(|| source.clone(), |text| format!("{source}\n|   => {}", shortened(text)))
    }

    /// What was wrong before, in the answer as a whole and in single paragraphs.
    fn corrections(&self, state: &TextState) -> String {
        let mut said: Vec<String> = Vec::new();
        said.extend(
            state.reply_fault().map(|fault| words::fault(self.language, state.form(), fault).to_owned()),
        );
        for (number, label) in (1..).zip(&state.ask().labels) {
            let Label::Paragraph { id } = label else { continue };
            match state.ask().manner {
                Manner::Review => {
                    let of_it = self.concerns.iter().filter(|concern| concern.paragraph == *id);
                    said.extend(of_it.map(|concern| {
                        words::finding_line(self.language, number, &escape_for_prompt(&concern.message))
                    }));
                }
                Manner::Alone | Manner::Together => {
                    let note = self.work.item(*id).and_then(|item| item.note.as_deref());
                    said.extend(
                        note.map(|note| words::finding_line(self.language, number, &escape_for_prompt(note))),
                    );
                    let refused = state.fault_of(*id).filter(|_| state.ask().manner == Manner::Alone);
                    said.extend(
                        refused.map(|error| words::refused(self.language, &escape_for_prompt(error))),
                    );
                }
                Manner::Sentences => {}
            }
        }
        said.join("\n")
    }
}

/// The sentences of a paragraph, tags and all.
pub(super) fn sentences_of(item: &TextItem) -> Vec<String> {
    let chars: Vec<char> = item.source.chars().collect();
    let mut sentences: Vec<String> = Vec::new();
    let mut start = 0;
    for range in checks::text::sentence::split(&chars) {
        // What the split left out between two sentences belongs to the later one.
        let sentence = chars.get(start..range.end).map(|chars| chars.iter().collect::<String>());
        sentences.extend(sentence.filter(|sentence| !sentence.trim().is_empty()));
        start = range.end;
    }
    let rest: String = chars.get(start..).unwrap_or_default().iter().collect();
    match sentences.last_mut() {
        Some(last) => last.push_str(&rest),
        None => sentences.push(rest),
    }
    sentences
}

fn shortened(text: &str) -> String {
    let text = line(text);
    match text.char_indices().nth(MAX_NEIGHBOUR) {
        Some((at, _)) => format!("{}…", text.split_at(at).0),
        None => text,
    }
}

/// The context without entries for words that are not in this request: `- word => translation`.
pub(super) fn context_for(context: &str, shown: &[LabelledText<'_>]) -> String {
    let is_wanted = |entry: &str| {
        let Some((names, _)) = entry.strip_prefix("- ").and_then(|entry| entry.split_once(" => ")) else {
            return true;
        };
        shown.iter().any(|shown| shown.source.contains(names.trim()))
    };
    let mut lines: Vec<&str> = context.lines().filter(|line| is_wanted(line)).collect();
    // A heading whose entries are all gone says nothing.
    let mut place = 0;
    while place < lines.len() {
        let is_empty = lines.get(place).is_some_and(|line| is_heading(line))
            && lines.get(place + 1).is_none_or(|next| is_heading(next));
        if is_empty {
            lines.remove(place);
        } else {
            place += 1;
        }
    }
    lines.join("\n")
}

pub(super) fn is_heading(line: &str) -> bool {
    line.ends_with([':', '：']) && !line.starts_with("- ")
}
