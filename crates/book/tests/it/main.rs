//! What a book is and what is known about it, from outside: values and their rules.

mod align;
mod drift;
mod knowledge;
mod markup;
mod matching;
mod merge;
mod paragraph_ids;
mod rename;
mod task_state;
