//! A book read before it is translated, and what a person decides on, as it travels.

use crate::api::knowledge::{Character, Term};
use crate::api::rename::EntryRef;
use crate::api::run_request::RunRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a book is to be read; what is left out is as usual.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct SurveyRequest {
    /// The language names are proposed in; remembered for the book.
    pub(crate) target_language: Option<String>,
    /// The model; the usual one when left out.
    pub(crate) model: Option<String>,
    /// Only these chapters, by id; all when empty.
    pub(crate) chapters: Vec<String>,
    /// Tokens of source that are read at once.
    #[schema(minimum = 500, maximum = 100_000)]
    pub(crate) piece_tokens: Option<u64>,
    /// How many pieces at once.
    #[schema(minimum = 1, maximum = 256)]
    pub(crate) concurrency: Option<u16>,
    /// At most so many millionths of a dollar.
    #[schema(minimum = 0)]
    pub(crate) max_cost_micros: Option<i64>,
    /// At most so many tokens, read and written together.
    pub(crate) max_tokens: Option<u64>,
    /// The temperature, where another than the model's own is wanted.
    pub(crate) temperature: Option<f32>,
    /// What is asked of the reading beyond the usual rules.
    pub(crate) instructions: Option<String>,
    /// An endpoint instead of a known service.
    pub(crate) base_url: Option<String>,
    /// The dialect that endpoint speaks.
    pub(crate) dialect: Option<String>,
}

impl From<SurveyRequest> for RunRequest {
    fn from(request: SurveyRequest) -> Self {
        Self {
            target_language: request.target_language,
            model: request.model,
            chapters: request.chapters,
            chunk_tokens: request.piece_tokens,
            concurrency: request.concurrency,
            max_cost_micros: request.max_cost_micros,
            max_tokens: request.max_tokens,
            temperature: request.temperature,
            instructions: request.instructions,
            base_url: request.base_url,
            dialect: request.dialect,
            ..Self::default()
        }
    }
}

/// What a survey will take.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SurveyEstimate {
    /// The model it was made for.
    pub(crate) model: String,
    /// Pieces the book is read in.
    pub(crate) n_pieces: u64,
    /// Chapters they are in.
    pub(crate) n_chapters: u64,
    /// Words that stand out without a model.
    pub(crate) n_candidates: u64,
    /// Tokens of source.
    pub(crate) source_tokens: u64,
    /// Tokens sent, at least and at most.
    pub(crate) input_tokens: [u64; 2],
    /// Tokens received, at least and at most.
    pub(crate) output_tokens: [u64; 2],
    /// Millionths of a dollar, at least and at most; null where no price is known.
    pub(crate) cost_micros: Option<[u64; 2]>,
}

/// A word that stands out without a model.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SurveyCandidate {
    /// The word.
    pub(crate) word: String,
    /// How it is read.
    pub(crate) reading: Option<String>,
    /// How often it stands in the book.
    pub(crate) n_uses: u64,
    /// Why it stands out.
    pub(crate) signs: Vec<String>,
}

/// What one piece of a survey brought.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SurveyPiece {
    /// The number of the chapter it begins in, from one; zero where a later edition dropped it.
    pub(crate) chapter: u32,
    /// That chapter's id.
    pub(crate) chapter_id: String,
    /// How it ended; null while it may go on.
    pub(crate) outcome: Option<String>,
    /// Terms the text bears out.
    pub(crate) terms: Vec<SurveyedTerm>,
    /// Characters the text bears out.
    pub(crate) characters: Vec<SurveyedCharacter>,
    /// Summaries.
    pub(crate) summaries: Vec<SurveyedSummary>,
    /// What was claimed and not believed, the first fifty.
    pub(crate) dropped: Vec<DroppedClaim>,
    /// How many claims the cited paragraphs do not bear out.
    pub(crate) n_dropped: u64,
    /// How many claims were no terms or names.
    pub(crate) n_refused: u64,
}

/// A term a survey found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SurveyedTerm {
    /// The word.
    pub(crate) source: String,
    /// Its translation.
    pub(crate) translation: String,
    /// What it names.
    pub(crate) kind: String,
    /// A remark.
    pub(crate) note: String,
    /// The paragraphs that bear it out.
    pub(crate) paragraphs: Vec<String>,
}

/// A character a survey found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SurveyedCharacter {
    /// The name.
    pub(crate) name: String,
    /// Its translation.
    pub(crate) translation: String,
    /// The paragraphs that bear it out.
    pub(crate) paragraphs: Vec<String>,
    /// What is said of the person.
    pub(crate) facts: Vec<SurveyedFact>,
}

/// Something said of a character.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SurveyedFact {
    /// `alias`, `gender`, `voice`, `description` or `address`.
    pub(crate) claim: String,
    /// In words.
    pub(crate) text: String,
    /// The paragraphs that show it.
    pub(crate) paragraphs: Vec<String>,
}

/// What happens in a chapter or a part of it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SurveyedSummary {
    /// The chapter.
    pub(crate) chapter_id: String,
    /// In a few sentences.
    pub(crate) text: String,
}

/// A claim that was not believed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DroppedClaim {
    /// `term`, `character`, `fact` or `summary`.
    pub(crate) what: String,
    /// As in the source, or the words of the claim.
    pub(crate) source: String,
    /// The translation that was claimed.
    pub(crate) translation: String,
    /// `not_in_text`, `not_a_term` or `not_a_name`.
    pub(crate) why: String,
    /// The paragraphs it cited.
    pub(crate) paragraphs: Vec<String>,
}

/// What waits for a person's decision.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Proposal {
    /// `term` or `character`.
    pub(crate) entry: String,
    /// Its id.
    pub(crate) id: String,
    /// As in the source.
    pub(crate) source: String,
    /// The proposed translation.
    pub(crate) translation: String,
    /// How often it stands in the book.
    pub(crate) n_uses: u64,
    /// Whether its facts about gender contradict each other.
    pub(crate) contradicts: bool,
    /// Lines that bear it out, at most three.
    pub(crate) quotes: Vec<Quote>,
    /// The whole term.
    pub(crate) term: Option<Term>,
    /// The whole character.
    pub(crate) character: Option<Character>,
}

/// A line of the book.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Quote {
    /// The paragraph.
    pub(crate) paragraph_id: String,
    /// The number of its chapter, from one.
    pub(crate) chapter: u32,
    /// What it says.
    pub(crate) text: String,
}

/// Decisions on proposals: all of them are carried out, or none.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionsRequest {
    /// The decisions, carried out in this order.
    #[schema(min_items = 1, max_items = 1000)]
    pub(crate) decisions: Vec<DecisionRequest>,
}

/// A decision on one proposal.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionRequest {
    /// `term` or `character`.
    pub(crate) entry: String,
    /// Its id.
    pub(crate) id: String,
    /// What is decided.
    pub(crate) decision: DecisionWord,
    /// With `accept`: another translation than the proposed one.
    #[serde(default)]
    pub(crate) translation: Option<String>,
    /// With `accept`: `female`, `male` or `neutral`.
    #[serde(default)]
    pub(crate) gender: Option<String>,
    /// With `merge`: what it is another name or translation of.
    #[serde(default)]
    pub(crate) into: Option<EntryRef>,
    /// The revision that was looked at; refused if somebody else was faster.
    #[serde(default)]
    pub(crate) revision: Option<i64>,
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DecisionWord {
    /// It is right.
    Accept,
    /// It is wrong, and is not to be proposed again.
    Reject,
    /// It is another's.
    Merge,
}

/// What came of decisions.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DecidedReply {
    /// How many were carried out.
    pub(crate) n_decided: u64,
    /// The change, to undo all of them; null when there was nothing to do.
    pub(crate) change_id: Option<String>,
}
