//! Delivery as text: what one request asks for, and how its answer becomes the same submission that a tool call is.
//!
//! A task in one of these forms asks for its paragraphs in requests of their own, each the beginning of a conversation.
//! What is whole in an answer is submitted through `add_translation_batch`, so assignment, checks, ledger and review are
//! those of the tools form. A label of a request lives for that request only.

mod ask;
mod escape;
mod isolation;
mod json_scan;
mod lines;
mod marks;
mod plain;
mod read;
mod render;
mod shared_request;
mod shifted;
mod size;
mod state;
mod structured;
mod words;
mod work;

pub use lines::{LabelledText, write as write_lines};
pub(crate) use read::submission_in_text;
pub use read::{AnswerPiece, read_labelled};
pub(crate) use render::RequestParts;
pub(crate) use shared_request::{SharedPart, SharedRequest};
pub use size::RequestSize;
pub(crate) use state::{ReplyFault, TextState};
pub use work::{TextItem, TextWork};
