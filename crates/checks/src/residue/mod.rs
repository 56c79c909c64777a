//! B: the wrong language, the wrong script, the wrong width.

pub mod b01_script_residue;
pub mod b02_latin_residue;
pub mod b03_wrong_language;
pub mod b04_mixed_chinese;
pub mod b05_foreign_han;
pub mod b06_width;
pub mod b07_mixed_spacing;
pub mod b08_space_between_han;
pub mod b09_corrupted;
pub mod b10_words_left;
