//! Translations go out to people who work elsewhere and come back: with the real program, and with programs by others in
//! between.

mod bundle;
mod circle;
mod comments;
mod conflicts;
mod foreign;
mod refused;

use crate::people::test_book::TestBook;
use serde_json::Value;

const FORMATS: [&str; 5] = ["xliff", "csv", "xlsx", "docx", "tmx"];

/// A text whose paragraphs have ruby, formulas, quotation marks and what looks like markup.
const ODD: &str = "第一章　灯台\n\n　灯台守は毎晩、百段の階段を上った。\n　霧の夜には鐘を鳴らした。\n=合計(1+1)\n「誰か、来る」と\"彼\"は言った。\na < b & c <1>\n\n第二章　手紙\n\n　朝になると、手紙が一通届いていた。\n　差出人の名前はなかった。\n";

impl TestBook {
    /// Writes the book for editing, and gives what is in the file.
    fn hand_out(&self, file: &str) -> Vec<u8> {
        self.ok(&["exchange", "export", "book", "-o", file, "--force"]);
        std::fs::read(self.path(file)).unwrap()
    }

    fn take_back(&self, file: &str) -> Value {
        self.json(&["exchange", "import", "book", file])
    }

    fn preview(&self, file: &str) -> Value {
        self.json(&["exchange", "import", "book", file, "--dry-run"])
    }

    fn put(&self, words: &str, text: &str) -> String {
        let id = self.paragraph(words).id;
        self.ok(&["edit", "book", "--paragraph", &id, "--text", text]);
        id
    }

    fn translation(&self, words: &str) -> String {
        self.paragraph(words).translation.unwrap_or_default()
    }
}

fn n(value: &Value, list: &str) -> usize {
    value[list].as_array().unwrap_or_else(|| panic!("{value}")).len()
}
