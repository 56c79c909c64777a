//! D: numbers, dates, quotation marks, brackets, spaces.

pub mod d01_digits;
pub mod d02_numerals;
pub mod d03_dates;
pub mod d04_quote_balance;
pub mod d05_quote_kind;
pub mod d06_dialogue;
pub mod d07_speaker_tag;
pub mod d08_lost_marks;
pub mod d09_ellipsis;
pub mod d10_brackets;
pub mod d11_thin_space;
pub mod d12_spaces;
pub mod d13_doubled_word;
pub mod d14_line_breaks;
