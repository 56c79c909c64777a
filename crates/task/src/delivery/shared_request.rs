//! One request for several tasks: the work of each under labels that run on, and the answer dealt out again.
//!
//! A task reads its share as if it had been asked alone: in its own labels, and without what was meant for others. Texts
//! that slipped from one task to the next are seen here, because no single task can see them.

use super::ask::Label;
use super::lines::{self, LabelledText};
use super::read::{AnswerPiece, read_labelled};
use super::render::{RequestParts, context_for, is_heading};
use super::shifted::remove_shifted;
use super::state::TextState;
use super::{structured, words};
use llm::Delivery;
use serde_json::{Map, Value};

/// What one task asks for in a shared request.
pub(crate) struct SharedPart<'a> {
    pub(crate) parts: RequestParts<'a>,
    pub(crate) state: &'a TextState,
}

/// A request for several tasks; there is at least one.
pub(crate) struct SharedRequest<'a>(pub(crate) Vec<SharedPart<'a>>);

/// The result of a shared request.
pub(crate) struct Shares {
    /// For each task its share of the answer, where anything came for it.
    pub(crate) texts: Vec<Option<String>>,
    /// Paragraphs that were asked for.
    pub(crate) n_asked: u32,
    /// Paragraphs something came for.
    pub(crate) n_delivered: u32,
}

impl SharedRequest<'_> {
    fn form(&self) -> Delivery {
        self.0.first().map_or(Delivery::Lines, |part| part.state.form())
    }

    /// The words of the request.
    pub(crate) fn render(&self) -> String {
        let Some(first) = self.0.first() else { return String::new() };
        let (form, ask) = (self.form(), first.state.ask());
        let shown: Vec<Vec<LabelledText<'_>>> = self.0.iter().map(SharedPart::labelled_texts).collect();
        let flat: Vec<LabelledText<'_>> = shown.iter().flatten().copied().collect();
        let work = match form {
            Delivery::Lines => lines::write(&shown),
            Delivery::Structured | Delivery::Tools => structured::write(&self.keys(), flat.iter()),
        };
        let kind = first.parts.kind;
        let request = words::request(first.parts.language, form, kind, ask.manner, &first.parts.work.target);
        let readings: Vec<String> =
            self.0.iter().zip(&shown).map(|(part, shown)| part.parts.readings(shown)).collect();
        let context = context_for(&self.context(), &flat);
        let mut parts = vec![context];
        parts.extend(readings);
        parts.extend([first.parts.around(first.state), format!("{request}\n{work}")]);
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join("\n\n")
    }

    /// The schema of the answer, where the form has one.
    pub(crate) fn schema(&self) -> Option<Value> {
        (self.form() == Delivery::Structured).then(|| structured::schema(&self.keys()))
    }

    /// Deals an answer out.
    pub(crate) fn split(&self, text: &str, is_cut: bool) -> Shares {
        let labels: Vec<(usize, Label)> = self.labels();
        let mut pieces = read_labelled(self.form(), text, &self.keys(), is_cut);
        pieces.sort_by_key(|(label, _)| *label);
        let source = |(task, label): &(usize, Label)| match label {
            Label::Paragraph { id } => Some(self.0.get(*task)?.parts.work.item(*id)?.source.as_str()),
            Label::Title | Label::BookTitle | Label::Sentence { .. } => None,
        };
        let sources: Vec<Option<&str>> = labels.iter().map(source).collect();
        let _ = remove_shifted(&sources, &mut pieces, is_cut);
        let mut shares: Vec<Vec<(Label, AnswerPiece)>> = self.0.iter().map(|_| Vec::new()).collect();
        let mut n_delivered = 0;
        for (label, piece) in pieces {
            let Some((task, label)) = labels.get(label) else { continue };
            n_delivered += u32::from(matches!(label, Label::Paragraph { .. }));
            if let Some(share) = shares.get_mut(*task) {
                share.push((*label, piece));
            }
        }
        let texts = self.0.iter().zip(&shares).map(|(part, share)| part.answer(share)).collect();
        let asked = labels.iter().filter(|(_, label)| matches!(label, Label::Paragraph { .. }));
        Shares { texts, n_asked: u32::try_from(asked.count()).unwrap_or(u32::MAX), n_delivered }
    }

    /// Every label with the place of its task.
    fn labels(&self) -> Vec<(usize, Label)> {
        let of_task = |(task, part): (usize, &SharedPart<'_>)| {
            part.state.ask().labels.iter().map(move |label| (task, *label)).collect::<Vec<_>>()
        };
        self.0.iter().enumerate().flat_map(of_task).collect()
    }

    /// The keys of an object: chapter titles of later tasks have their task's number.
    fn keys(&self) -> Vec<String> {
        let key = |(task, label): (usize, Label)| match (task, label) {
            (0, Label::Title) | (_, Label::BookTitle | Label::Paragraph { .. } | Label::Sentence { .. }) => {
                structured::key(label)
            }
            (task, Label::Title) => format!("title_{}", task + 1),
        };
        self.labels().into_iter().map(key).collect()
    }

    /// What the tasks should know, each thing once: lists of all of them, running text of the first that has it.
    fn context(&self) -> String {
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for (task, shared) in self.0.iter().enumerate() {
            let mut heading = "";
            for line in shared.parts.work.context.lines() {
                if is_heading(line) {
                    heading = line;
                    continue;
                }
                if task > 0 && !line.starts_with("- ") {
                    continue;
                }
                match parts.iter_mut().find(|(known, _)| *known == heading) {
                    Some((_, lines)) if lines.contains(&line) => {}
                    Some((_, lines)) => lines.push(line),
                    None => parts.push((heading, vec![line])),
                }
            }
        }
        let lines: Vec<&str> = parts
            .into_iter()
            .flat_map(|(heading, lines)| std::iter::once(heading).chain(lines))
            .filter(|line| !line.is_empty())
            .collect();
        lines.join("\n")
    }
}

impl SharedPart<'_> {
    fn labelled_texts(&self) -> Vec<LabelledText<'_>> {
        let ask = self.state.ask();
        ask.labels.iter().map(|label| self.parts.labelled_text(*label, ask.manner, &[])).collect()
    }

    /// A share as this task would have been answered alone.
    fn answer(&self, share: &[(Label, AnswerPiece)]) -> Option<String> {
        if share.is_empty() {
            return None;
        }
        let labels = &self.state.ask().labels;
        if self.state.form() == Delivery::Lines {
            let number =
                |label: &Label| labels.iter().position(|known| known == label).map(|place| place + 1);
            let lines =
                share.iter().filter_map(|(label, piece)| Some(lines::answered(number(label)?, piece)));
            return Some(lines.collect::<Vec<_>>().join("\n"));
        }
        let value = |piece: &AnswerPiece| match piece {
            AnswerPiece::Text(text) => Value::from(text.as_str()),
            AnswerPiece::Keep => Value::from("="),
        };
        let object: Map<String, Value> =
            share.iter().map(|(label, piece)| (structured::key(*label), value(piece))).collect();
        Some(Value::Object(object).to_string())
    }
}
