//! What a careful editor would catch, with no model at all: (source, translation, knowledge) to findings.
//!
//! [`suite::Suite`] judges one paragraph, [`sequence::Sequence`] a whole book; both are pure and fast. A check that
//! cannot judge says *not applicable*, never *pass*. One check is one file, and its module documentation is its manual page.

/// Declares a check: its name in code, its code, its name in words, severity and stage. The file's `run` is its rule.
macro_rules! check {
    ($name:ident, $code:ident, $words:literal, $severity:ident, $stage:ident) => {
        #[doc = concat!("Check ", stringify!($code), ", ", $words, ".")]
        #[derive(Debug, Clone, Copy)]
        pub struct $name;

        impl crate::check::Check for $name {
            fn code(&self) -> crate::code::CheckCode {
                crate::code::CheckCode::$code
            }

            fn name(&self) -> &'static str {
                $words
            }

            fn severity(&self) -> crate::check::Severity {
                crate::check::Severity::$severity
            }

            fn stage(&self) -> crate::check::CheckStage {
                crate::check::CheckStage::$stage
            }

            fn run(&self, prepared: &crate::prepared::Prepared<'_>) -> crate::check::Verdict {
                run(prepared)
            }
        }
    };
}

/// Declares the naming part of a check over sequences, and that counts of its own kind are added by its `add`.
macro_rules! sequence_names {
    ($code:ident, $words:literal, $severity:ident) => {
        fn code(&self) -> crate::code::CheckCode {
            crate::code::CheckCode::$code
        }

        fn name(&self) -> &'static str {
            $words
        }

        fn severity(&self) -> crate::check::Severity {
            crate::check::Severity::$severity
        }

        fn append(&mut self, later: &dyn crate::sequence::SequenceCheck) {
            if let Some(later) = (later as &dyn std::any::Any).downcast_ref::<Self>() {
                self.add(later);
            }
        }
    };
}

pub mod autofix;
pub mod catalogue;
pub mod check;
pub mod code;
pub mod judgement;
pub mod policy;
pub mod reader;
pub mod sequence;
pub mod shift;
pub mod suite;
pub mod unit;

pub mod completeness;
pub mod generation;
pub mod punctuation;
pub mod residue;
pub mod structure;
pub mod terms;

pub mod dictionary;
pub mod language;
pub mod phrases;
pub mod prepared;
pub mod text;

/// A count as a number to calculate with.
#[expect(clippy::cast_precision_loss, reason = "counts of characters and paragraphs are far below 2^52")]
pub(crate) const fn float(count: usize) -> f64 {
    count as f64
}

/// One count over another; zero over nothing.
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { float(part) / float(whole) }
}
