//! The list of all checks: adding one is a file and a line here.

use crate::check::{Check, Severity};
use crate::code::CheckCode;
use crate::completeness as a;
use crate::generation as e;
use crate::punctuation as d;
use crate::residue as b;
use crate::sequence::SequenceCheck;
use crate::structure as f;
use crate::terms as c;

/// The checks of one paragraph, in the order they run.
pub const ALL: &[&dyn Check] = &[
    // strip
    &e::e04_reasoning_leak::ReasoningLeak,
    &e::e05_markup_leak::MarkupLeak,
    &e::e03_chatter::Chatter,
    // autofix
    &b::b09_corrupted::Corrupted,
    &b::b06_width::Width,
    &b::b07_mixed_spacing::MixedSpacing,
    &b::b08_space_between_han::SpaceBetweenHan,
    &d::d09_ellipsis::Ellipsis,
    &d::d05_quote_kind::QuoteKind,
    &d::d12_spaces::Spaces,
    &d::d11_thin_space::ThinSpace,
    // structure
    &f::f01_tags::Tags,
    &a::a02_empty_target::EmptyTarget,
    &e::e01_loop::StreamLoop,
    &f::f02_ruby::RubyLeft,
    // language
    &b::b01_script_residue::ScriptResidue,
    &b::b02_latin_residue::LatinResidue,
    &b::b03_wrong_language::WrongLanguage,
    &b::b05_foreign_han::ForeignHan,
    &b::b10_words_left::WordsLeft,
    // completeness
    &a::a03_copied_source::CopiedSource,
    &a::a04_length_ratio::LengthRatio,
    &a::a05_sentence_loss::SentenceLoss,
    &a::a06_anchor_coverage::AnchorCoverage,
    &a::a07_swapped_neighbour::SwappedNeighbour,
    &a::a08_boundary_drift::BoundaryDrift,
    &a::a09_duplicated_neighbour::DuplicatedNeighbour,
    &a::a11_truncated_tail::TruncatedTail,
    &a::a12_source_left::SourceLeft,
    &e::e02_repetition::Repetition,
    &e::e07_addition::Addition,
    &e::e09_context_bleed::ContextBleed,
    &f::f05_injection::InjectionObeyed,
    // facts
    &d::d01_digits::DigitLoss,
    &d::d02_numerals::NumeralLoss,
    &d::d03_dates::DateLoss,
    &f::f03_heading::HeadingNumber,
    // terms
    &c::c01_glossary_violation::GlossaryViolation,
    &c::c03_near_miss::NearMiss,
    &c::c06_honorifics::HonorificPolicy,
    &c::c08_pronoun_gender::PronounGender,
    // punctuation
    &d::d04_quote_balance::QuoteBalance,
    &d::d06_dialogue::Dialogue,
    &d::d07_speaker_tag::SpeakerTag,
    &d::d08_lost_marks::LostMarks,
    &d::d10_brackets::Brackets,
    &d::d13_doubled_word::DoubledWord,
    &d::d14_line_breaks::LineBreaks,
    &f::f04_verse::Verse,
    // style
    &c::c10_stutter::Stutter,
    &e::e06_injected_note::InjectedNote,
];

/// The checks over a whole book, fresh.
pub fn sequence_checks() -> Vec<Box<dyn SequenceCheck>> {
    vec![
        Box::new(a::a07_shifted_block::ShiftedBlock::default()),
        Box::new(a::a10_repeated_source::RepeatedSource::default()),
        Box::new(a::a13_chapter_totals::ChapterTotals::default()),
        Box::new(b::b04_mixed_chinese::MixedChinese::default()),
        Box::new(c::c02_name_drift::NameDrift::default()),
        Box::new(c::c07_form_of_address::FormOfAddress::default()),
        Box::new(c::c09_voice::VoiceDrift::default()),
        Box::new(c::c11_tense::TenseSlip::default()),
        Box::new(f::f06_scrape_garbage::ScrapeGarbage::default()),
        Box::new(f::f07_softened::Softened::default()),
    ]
}

/// Checks that look at something else than a paragraph or a book: code, name, severity, and the function to call.
pub const BOUNDARY_CHECKS: &[(CheckCode, &str, Severity, &str)] = &[
    (CheckCode::C4, "glossary-collision", Severity::Info, "terms::c04_glossary_collision::examine"),
    (CheckCode::C5, "write-guard", Severity::Block, "terms::c05_write_guard::judge"),
    (CheckCode::E8, "polish-drift", Severity::Block, "generation::e08_polish_drift::compare"),
    (CheckCode::G1, "opinion-accuracy", Severity::Queue, "a model that was asked"),
    (CheckCode::G2, "opinion-fluency", Severity::Info, "a model that was asked"),
    (CheckCode::G3, "opinion-terminology", Severity::Queue, "a model that was asked"),
    (CheckCode::G4, "opinion-style", Severity::Info, "a model that was asked"),
];
