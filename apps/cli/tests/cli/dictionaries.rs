//! A dictionary on this machine is found, used and named; a broken one is complained about and stops nothing.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use assert_cmd::Command;
use serde_json::{Value, json};
use std::fs;
use std::process::Output;

const WORDS: &str = "少女 [しょうじょ] /girl/\n手紙 [てがみ] /letter/\n読んだ [よんだ] /read/\n将軍 [しょうぐん] /general/\n戦争 [せんそう] /war/\n\
    命令 [めいれい] /order/\n太陽 [たいよう] /sun/\n朝の [あさの] /morning/\n海を [うみを] /sea/\n商人 [しょうにん] /merchant/\n\
    市場 [いちば] /market/\n果物 [くだもの] /fruit/\n";
const SOURCE: [&str; 4] = [
    "少女は手紙を読んだ。",
    "将軍は戦争を命令した。",
    "朝の太陽が海を照らした。",
    "商人は市場で果物を売った。",
];
/// The first two have changed places.
const TRANSLATION: [&str; 4] = [
    "The general ordered a war.",
    "The girl read the letter.",
    "The morning sun lit the sea.",
    "The merchant sold fruit at the market.",
];

struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn with_swapped_paragraphs() -> Self {
        let desk = Self { folder: tempfile::tempdir().unwrap() };
        let text = desk.folder.path().join("story.txt");
        fs::write(&text, SOURCE.join("\n\n")).unwrap();
        desk.tsumugi(&["import", text.to_str().unwrap(), "--from", "ja"]);
        desk.tsumugi(&["translate", "story", "--to", "en", "--model", "rehearsal", "--quiet"]);
        let shown = desk.tsumugi(&["show", "story", "--json"]);
        let paragraphs: Value = serde_json::from_slice(&shown.stdout).unwrap();
        for paragraph in paragraphs.as_array().unwrap() {
            let text = paragraph["text"].as_str().unwrap();
            let mut pairs = SOURCE.iter().zip(TRANSLATION);
            let Some((_, translation)) = pairs.find(|(source, _)| **source == text) else { continue };
            let id = &paragraph["paragraph_id"];
            let arguments = json!({"paragraph_id": id, "translated_text": translation}).to_string();
            desk.tsumugi(&["tool", "update_translation", &arguments, "--book", "story"]);
        }
        desk
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn tsumugi(&self, arguments: &[&str]) -> Output {
        let folder = self.folder.path();
        let mut command = Command::cargo_bin("tsumugi").unwrap();
        command.args(arguments).env("TSUMUGI_LIBRARY", folder.join("library.tsumugi"));
        command
            .env("TSUMUGI_CONFIG", folder.join("config"))
            .env("TSUMUGI_DICTIONARIES", folder.join("system"));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output
    }

    /// How many findings of misplaced paragraphs there are, and what else was said.
    fn check(&self) -> (usize, String) {
        let output = self.tsumugi(&["check", "story", "--only", "A7", "--json"]);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        (found.as_array().unwrap().len(), String::from_utf8(output.stderr).unwrap())
    }
}

#[test]
fn a_dictionary_is_found_where_the_system_installs_it_beside_the_settings_and_by_its_name() {
    let desk = Desk::with_swapped_paragraphs();
    let (n_found, said) = desk.check();
    assert_eq!((n_found, said.contains("dictionary")), (0, false), "{said}");

    desk.write("system/edict/edict", WORDS);
    let (n_found, said) = desk.check();
    assert!(n_found >= 2 && said.contains("dictionary: `") && said.contains("edict"), "{n_found} {said}");

    desk.write("config/dictionaries/ja-en.txt", WORDS);
    let (n_found, said) = desk.check();
    assert!(n_found >= 2 && said.contains("ja-en.txt"), "{n_found} {said}");

    desk.write("words.txt", WORDS);
    let named = desk.folder.path().join("words.txt");
    desk.write("config/config.toml", &format!("[dictionaries]\nja.en = {:?}\n", named.to_str().unwrap()));
    let (n_found, said) = desk.check();
    assert!(n_found >= 2 && said.contains("words.txt"), "{n_found} {said}");

    desk.write("config/config.toml", "[dictionaries]\nja.en = \"\"\n");
    assert_eq!(desk.check().0, 0, "an empty name means none");
}

#[test]
fn a_broken_dictionary_is_a_warning_and_no_failure() {
    let desk = Desk::with_swapped_paragraphs();
    desk.write("config/config.toml", "[dictionaries]\nja.en = \"/nowhere/at/all\"\n");
    let (n_found, said) = desk.check();
    assert!(n_found == 0 && said.contains("warning: cannot use the dictionary `/nowhere/at/all`"), "{said}");
    desk.write("config/config.toml", "");
    desk.write("system/edict/edict", "no dictionary at all\n");
    let (n_found, said) = desk.check();
    assert!(n_found == 0 && said.contains("no entry in it that could be read"), "{said}");
    desk.write("config/dictionaries/ja-en.gz", "not packed at all");
    assert!(desk.check().1.contains("cannot read"));
}
