//! What a book is and what is known about it, from outside: values and their rules.

mod align;
mod code;
mod drift;
mod fold;
mod knowledge;
mod language;
mod markup;
mod matching;
mod merge;
mod packed;
mod paragraph;
mod paragraph_ids;
mod reading;
mod rename;
mod task_state;
