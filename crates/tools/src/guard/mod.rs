//! The write guard: what a model wants remembered must be what it claims to be, or every later chapter repeats the mistake.

mod conflict;
mod occurrences;

pub(crate) use occurrences::Occurrences;

use crate::context::ToolContext;
use crate::knowledge_view::{KnowledgeView, is_person};
use crate::text::PromptLanguage;
use crate::tool::{Refusal, ToolError};
use book::knowledge::term::{Strictness, Term};
use book::language::LanguageTag;
use book::text::fold::fold;
use checks::language::LanguageProfile;
use checks::language::lexicon::Lexicon;
use checks::terms::c05_write_guard::{TermFault, TermProposal, fault_of_words, is_everyday};
use checks::terms::matching::is_form_of;

/// The languages of the book, as far as the guard needs them.
pub(crate) struct Guard {
    lexicon: Lexicon,
    target: LanguageProfile,
}

/// So many accepted paragraphs without a trace of the translation speak against it; in one alone a pronoun may stand
/// for it.
const ENOUGH_TO_OBJECT: usize = 2;

impl Guard {
    pub(crate) async fn for_book(ctx: &ToolContext<'_>) -> Result<Self, ToolError> {
        let book = ctx.library.book(ctx.book_id).await?;
        let tag = |tag: Option<LanguageTag>| tag.unwrap_or_else(LanguageTag::undetermined);
        let (source, target) = (
            LanguageProfile::look_up(&tag(book.source_language)),
            LanguageProfile::look_up(&tag(book.target_language)),
        );
        Ok(Self { lexicon: Lexicon::new(&source, &target), target })
    }

    /// Holds a new or changed term against the book and against what is known. A person is never in the wrong.
    pub(crate) fn term(
        &self,
        ctx: &ToolContext<'_>,
        view: &KnowledgeView,
        term: &Term,
        places: &Occurrences,
    ) -> Result<(), Refusal> {
        if is_person(ctx) {
            return Ok(());
        }
        let proposal = TermProposal { source: &term.source, translation: &term.translation };
        let is_kept = term.strictness == Strictness::KeepSource;
        let fault = match fault_of_words(proposal, &self.lexicon) {
            Some(TermFault::Identical) if is_kept => {
                is_everyday(&term.source, &self.lexicon).then_some(TermFault::EverydayWord)
            }
            fault => fault,
        };
        if let Some(fault) = fault {
            return Err(refused(ctx.language, fault));
        }
        if places.is_empty() {
            return Err(refused(ctx.language, TermFault::NotInSource));
        }
        conflict::of_term(view, term).map_or(Ok(()), |conflict| Err(conflict.refusal(ctx.language)))?;
        self.is_used(ctx.language, term, places)
    }

    /// Holds a name of a character against the book and against what is known.
    pub(crate) fn name(
        &self,
        ctx: &ToolContext<'_>,
        source: &str,
        translation: &str,
        places: &Occurrences,
    ) -> Result<(), Refusal> {
        if is_person(ctx) {
            return Ok(());
        }
        let fault = match fault_of_words(TermProposal { source, translation }, &self.lexicon) {
            // People keep their names in many languages.
            Some(TermFault::Identical) | None => {
                is_everyday(source, &self.lexicon).then_some(TermFault::EverydayWord)
            }
            Some(fault) => Some(fault),
        };
        match fault {
            Some(fault) => Err(refused(ctx.language, fault)),
            None if places.is_empty() => {
                Err(refused(ctx.language, TermFault::NotInSource).with("name", source))
            }
            None => Ok(()),
        }
    }

    /// Whether accepted translations speak against a term's translation.
    fn is_used(&self, language: PromptLanguage, term: &Term, places: &Occurrences) -> Result<(), Refusal> {
        let accepted: Vec<String> = places.translations().map(|text| fold(&text.plain())).collect();
        let is_there = |form: &str| accepted.iter().any(|text| self.has_form(text, form));
        if accepted.len() < ENOUGH_TO_OBJECT || term.allowed_forms().any(is_there) {
            return Ok(());
        }
        let hint = language.choose(
            "请用 find_paragraph_by_keywords 查看此前的译法并沿用。",
            "Look up with find_paragraph_by_keywords how it was translated and keep to that.",
        );
        let (en, zh) = TermFault::NotUsed.messages();
        let error = language.choose(format!("{zh}{hint}"), format!("{en} {hint}"));
        Err(Refusal::new(TermFault::NotUsed.code(), error))
    }

    fn has_form(&self, folded_text: &str, form: &str) -> bool {
        let form = fold(form.trim());
        if folded_text.contains(&form) {
            return true;
        }
        let inflected = self.target.known.as_ref().is_none_or(|known| known.record.inflected);
        let is_letter = |c: char| c.is_alphanumeric() || c == '\'';
        let mut parts = form.split(|c| !is_letter(c)).filter(|part| part.chars().count() > 2).peekable();
        parts.peek().is_some()
            && parts.all(|part| {
                folded_text.split(|c| !is_letter(c)).any(|word| is_form_of(word, part, inflected))
            })
    }
}

fn refused(language: PromptLanguage, fault: TermFault) -> Refusal {
    let (en, zh) = fault.messages();
    let more = match fault {
        TermFault::Identical => language.choose(
            "如果译文保留原文，请设 keep_source 为 true。",
            " If the translation keeps the source's spelling, set keep_source to true.",
        ),
        TermFault::Empty
        | TermFault::NotATerm
        | TermFault::Chatter
        | TermFault::EverydayWord
        | TermFault::NotInSource
        | TermFault::NotUsed => "",
    };
    Refusal::new(fault.code(), format!("{}{more}", language.choose(zh, en)))
}

pub(crate) use conflict::of_name as clash_of_name;
