//! What the project's own programs share: starting other programs, the files of the repository, and a small EPUB.

pub mod process;
pub mod publication;
pub mod tree;
