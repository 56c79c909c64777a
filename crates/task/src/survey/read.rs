//! From a model's answer to what the text bears out: a claim whose words do not stand in a paragraph it cites is dropped.

use super::found::{
    CharacterClaim, Citation, DroppedClaim, DroppedWhat, DroppedWhy, FoundCharacter, FoundFact, FoundSummary,
    FoundTerm, SurveyFindings,
};
use super::piece::BookPiece;
use book::id::{ChapterId, ParagraphId, TermId};
use book::knowledge::character::Gender;
use book::knowledge::matching::{Findable, Matcher, Options, Singles};
use book::knowledge::term::{Term, TermKind};
use book::text::fold::Folding;
use checks::language::lexicon::Lexicon;
use checks::terms::c05_write_guard::{TermFault, TermProposal, fault_of_words, is_everyday};
use serde_json::Value;

const MAX_ITEMS: usize = 300;
const MAX_FACTS: usize = 40;
const MAX_CITED: usize = 8;
const MAX_NOTE_CHARS: usize = 300;
const MAX_SUMMARY_CHARS: usize = 800;
/// The most dropped claims kept with a piece.
const MAX_DROPPED: usize = 50;
const MAX_DROPPED_CHARS: usize = 120;

/// What of an answer is true of the piece. `lexicon` tells everyday words of the source language.
pub fn read(answer: &Value, piece: &BookPiece, lexicon: &Lexicon) -> SurveyFindings {
    let mut reading = Reading { piece, lexicon, found: SurveyFindings::default() };
    for item in items(answer, "terms").take(MAX_ITEMS) {
        reading.term(item);
    }
    for item in items(answer, "characters").take(MAX_ITEMS) {
        reading.character(item);
    }
    for item in items(answer, "summaries").take(MAX_ITEMS) {
        reading.summary(item);
    }
    reading.found
}

struct Reading<'a> {
    piece: &'a BookPiece,
    lexicon: &'a Lexicon,
    found: SurveyFindings,
}

impl Reading<'_> {
    fn term(&mut self, item: &Value) {
        let (source, translation) = (text(item, "source"), text(item, "translation"));
        let claimed = (DroppedWhat::Term, &*source, &*translation);
        if !self.is_term(&source, &translation) {
            self.drop(item, claimed, DroppedWhy::NotATerm);
            return;
        }
        let Some(cited) = self.cited(item, |piece, id| contains_word(piece, id, &source)) else {
            self.drop(item, claimed, DroppedWhy::NotInText);
            return;
        };
        let kind = TermKind::from_word(text(item, "kind").to_lowercase().as_str()).unwrap_or_default();
        let note = cut(&text(item, "note"), MAX_NOTE_CHARS);
        self.found.terms.push(FoundTerm { source, translation, kind, note, cited });
    }

    fn character(&mut self, item: &Value) {
        let (name, translation) = (text(item, "name"), text(item, "translation"));
        let claimed = (DroppedWhat::Character, &*name, &*translation);
        if !self.is_name(&name, &translation) {
            self.drop(item, claimed, DroppedWhy::NotAName);
            return;
        }
        let Some(cited) = self.cited(item, |piece, id| contains_word(piece, id, &name)) else {
            self.drop(item, claimed, DroppedWhy::NotInText);
            return;
        };
        let mut facts = Vec::new();
        for claim in items(item, "facts").take(MAX_FACTS) {
            if let Some(fact) = self.fact(claim) {
                facts.push(fact);
            } else {
                let words = format!("{name}: {} {}", text(claim, "kind"), text(claim, "value"));
                let claimed = (DroppedWhat::Fact, &*words, &*text(claim, "translation"));
                self.drop(claim, claimed, DroppedWhy::NotInText);
            }
        }
        self.found.characters.push(FoundCharacter { name, translation, cited, facts });
    }

    fn fact(&self, item: &Value) -> Option<FoundFact> {
        let (kind, value) = (text(item, "kind").to_lowercase(), text(item, "value"));
        let translation = text(item, "translation");
        let claim = match kind.as_str() {
            "alias" => {
                let shown = if translation.is_empty() { &value } else { &translation };
                self.is_name(&value, shown)
                    .then(|| CharacterClaim::Alias { name: value.clone(), translation })?
            }
            "gender" => CharacterClaim::Gender { gender: gender(&value)? },
            "voice" => CharacterClaim::Voice { register: non_empty(&value, 120)? },
            "description" => CharacterClaim::Description { text: non_empty(&value, MAX_NOTE_CHARS)? },
            "address" => {
                let to = non_empty(&text(item, "to"), 60)?;
                CharacterClaim::Address { to, form: non_empty(&value, 60)?, translation }
            }
            _ => return None,
        };
        let cited = match &claim {
            CharacterClaim::Alias { name, .. } => {
                self.cited(item, |piece, id| contains_word(piece, id, name))
            }
            CharacterClaim::Address { form, .. } => self.cited(item, |piece, id| contains(piece, id, form)),
            // A claim in other words than the text's must show the words it rests on.
            CharacterClaim::Gender { .. }
            | CharacterClaim::Voice { .. }
            | CharacterClaim::Description { .. } => {
                let quote = text(item, "quote");
                self.cited(item, |piece, id| !quote.is_empty() && contains(piece, id, &quote))
            }
        }?;
        Some(FoundFact { claim, cited })
    }

    fn summary(&mut self, item: &Value) {
        let chapter = text(item, "chapter_id").parse::<ChapterId>().ok();
        let chapter = chapter.filter(|chapter| self.piece.parts.iter().any(|part| part.chapter == *chapter));
        let text = cut(&text(item, "text"), MAX_SUMMARY_CHARS);
        match chapter {
            Some(chapter) if !text.is_empty() => self.found.summaries.push(FoundSummary { chapter, text }),
            Some(_) | None => {
                self.drop(item, (DroppedWhat::Summary, &text, ""), DroppedWhy::NotInText);
            }
        }
    }

    /// Counts a claim that is not believed, and keeps the first of them for the user to inspect.
    fn drop(
        &mut self,
        item: &Value,
        (what, source, translation): (DroppedWhat, &str, &str),
        why: DroppedWhy,
    ) {
        match why {
            DroppedWhy::NotInText => self.found.n_dropped += 1,
            DroppedWhy::NotATerm | DroppedWhy::NotAName => self.found.n_refused += 1,
        }
        if self.found.dropped.len() >= MAX_DROPPED {
            return;
        }
        let is_here = |id: &ParagraphId| self.piece.find(*id).is_some();
        let cited = evidence(item).filter(is_here).take(MAX_CITED).collect();
        let (source, translation) = (cut(source, MAX_DROPPED_CHARS), cut(translation, MAX_DROPPED_CHARS));
        self.found.dropped.push(DroppedClaim { what, source, translation, why, cited });
    }

    /// The cited paragraphs that bear a claim out; nothing if none does.
    fn cited(&self, item: &Value, bears_out: impl Fn(&BookPiece, ParagraphId) -> bool) -> Option<Citation> {
        let mut paragraphs: Vec<ParagraphId> =
            evidence(item).filter(|id| bears_out(self.piece, *id)).take(MAX_CITED).collect();
        paragraphs.dedup();
        let moment = paragraphs.iter().filter_map(|id| Some(self.piece.find(*id)?.0.moment)).min()?;
        Some(Citation { paragraphs, moment })
    }

    fn is_term(&self, source: &str, translation: &str) -> bool {
        fault_of_words(TermProposal { source, translation }, self.lexicon).is_none()
    }

    /// People may keep their names.
    fn is_name(&self, source: &str, translation: &str) -> bool {
        match fault_of_words(TermProposal { source, translation }, self.lexicon) {
            None | Some(TermFault::Identical) => !is_everyday(source, self.lexicon),
            Some(_) => false,
        }
    }
}

/// Whether a name stands in a paragraph as a word of its own.
fn contains_word(piece: &BookPiece, id: ParagraphId, word: &str) -> bool {
    let term = Term::new(TermId::from_number(0), word.to_owned(), "-".to_owned());
    let options = Options { singles: Singles::Anywhere, ..Options::USUAL };
    let matcher = Matcher::for_entries([Findable::Term(&term)], &options);
    piece.find(id).is_some_and(|(_, paragraph)| !matcher.occurrences(&paragraph.text).is_empty())
}

/// Whether words stand in a paragraph; width, case and spaces do not matter.
fn contains(piece: &BookPiece, id: ParagraphId, words: &str) -> bool {
    let folded = |text: &str| -> String {
        Folding::SOURCE.fold(text).chars().filter(|c| !c.is_whitespace()).collect()
    };
    let words = folded(words);
    let found = piece.find(id).is_some_and(|(_, paragraph)| folded(&paragraph.text.plain()).contains(&words));
    !words.is_empty() && found
}

/// The paragraphs an item names.
fn evidence(item: &Value) -> impl Iterator<Item = ParagraphId> + '_ {
    let named = items(item, "evidence").filter_map(Value::as_str);
    named.filter_map(|id| id.trim().trim_start_matches("ID:").trim().parse().ok())
}

fn items<'v>(value: &'v Value, name: &str) -> impl Iterator<Item = &'v Value> {
    value.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn text(value: &Value, name: &str) -> String {
    let text = value.get(name).and_then(Value::as_str).unwrap_or_default();
    let text = text.trim();
    let inner = [('"', '"'), ('「', '」'), ('『', '』'), ('“', '”')]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))
        .filter(|inner| !inner.trim().is_empty());
    // A quotation is looked for as it was given; around a name the marks are not part of it.
    if name == "quote" { text.to_owned() } else { inner.unwrap_or(text).trim().to_owned() }
}

fn non_empty(text: &str, longest: usize) -> Option<String> {
    (!text.is_empty()).then(|| cut(text, longest))
}

fn cut(text: &str, longest: usize) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match one_line.char_indices().nth(longest) {
        Some((at, _)) => format!("{}…", one_line.split_at(at).0),
        None => one_line,
    }
}

fn gender(word: &str) -> Option<Gender> {
    let word = word.trim().to_lowercase();
    Gender::from_word(&word).or(match word.as_str() {
        "f" | "woman" | "女" | "女性" => Some(Gender::Female),
        "m" | "man" | "男" | "男性" => Some(Gender::Male),
        _ => None,
    })
}
