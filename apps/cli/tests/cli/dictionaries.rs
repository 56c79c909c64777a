//! A dictionary on this machine is found, used and named; a broken one is complained about and stops nothing.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::program::{test_cli, writer_url};
use serde_json::json;
use testkit::cli::{CliOutput, TestCli};

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

/// A library in which two paragraphs have each other's translation.
struct SwappedParagraphs {
    cli: TestCli,
}

impl SwappedParagraphs {
    fn new() -> Self {
        let cli = test_cli();
        let system = cli.path("system");
        let swapped = Self { cli: cli.with_variable("TSUMUGI_DICTIONARIES", system) };
        swapped.write("story.txt", &SOURCE.join("\n\n"));
        swapped.tsumugi(&["import", "story.txt", "--from", "ja"]);
        swapped.tsumugi(&[
            "translate",
            "story",
            "--to",
            "en",
            "--model",
            "writer",
            "--base-url",
            writer_url(),
            "--quiet",
        ]);
        for paragraph in swapped.cli.paragraphs("story") {
            let mut pairs = SOURCE.iter().zip(TRANSLATION);
            let Some((_, translation)) = pairs.find(|(source, _)| **source == paragraph.text) else {
                continue;
            };
            let arguments = json!({"paragraph_id": paragraph.id, "translated_text": translation}).to_string();
            swapped.tsumugi(&["tool", "update_translation", &arguments, "--book", "story"]);
        }
        swapped
    }

    fn write(&self, name: &str, text: &str) {
        self.cli.file(name, text);
    }

    fn tsumugi(&self, arguments: &[&str]) -> CliOutput {
        self.cli.ok(arguments)
    }

    /// How many findings of misplaced paragraphs there are, and what else was said.
    fn check(&self) -> (usize, String) {
        let output = self.tsumugi(&["check", "story", "--only", "A7", "--json"]);
        (output.json().as_array().unwrap().len(), output.stderr)
    }
}

#[test]
fn a_dictionary_is_found_where_the_system_installs_it_beside_the_settings_and_by_its_name() {
    let swapped = SwappedParagraphs::new();
    let (n_found, said) = swapped.check();
    assert_eq!((n_found, said.contains("dictionary")), (0, false), "{said}");

    swapped.write("system/edict/edict", WORDS);
    let (n_found, said) = swapped.check();
    assert!(n_found >= 2 && said.contains("dictionary: `") && said.contains("edict"), "{n_found} {said}");

    swapped.write("config/dictionaries/ja-en.txt", WORDS);
    let (n_found, said) = swapped.check();
    assert!(n_found >= 2 && said.contains("ja-en.txt"), "{n_found} {said}");

    swapped.write("words.txt", WORDS);
    let named = swapped.cli.path("words.txt");
    swapped.write("config/config.toml", &format!("[dictionaries]\nja.en = {:?}\n", named.to_str().unwrap()));
    let (n_found, said) = swapped.check();
    assert!(n_found >= 2 && said.contains("words.txt"), "{n_found} {said}");

    swapped.write("config/config.toml", "[dictionaries]\nja.en = \"\"\n");
    assert_eq!(swapped.check().0, 0, "an empty name means none");
}

#[test]
fn a_broken_dictionary_is_a_warning_and_no_failure() {
    let swapped = SwappedParagraphs::new();
    swapped.write("config/config.toml", "[dictionaries]\nja.en = \"/nowhere/at/all\"\n");
    let (n_found, said) = swapped.check();
    assert!(n_found == 0 && said.contains("warning: cannot use the dictionary `/nowhere/at/all`"), "{said}");
    swapped.write("config/config.toml", "");
    swapped.write("system/edict/edict", "no dictionary at all\n");
    let (n_found, said) = swapped.check();
    assert!(n_found == 0 && said.contains("no entry in it that could be read"), "{said}");
    swapped.write("config/dictionaries/ja-en.gz", "not packed at all");
    assert!(swapped.check().1.contains("cannot use the dictionary"));
}

#[test]
fn a_complaint_about_a_dictionary_comes_in_the_language_of_the_reader() {
    let swapped = SwappedParagraphs::new();
    swapped.write("system/edict/edict", "no dictionary at all\n");
    let cli = swapped.cli.with_variable("TSUMUGI_LANG", "zh");
    let said = cli.ok(&["check", "story", "--only", "A7"]).stderr;
    assert!(said.contains("无法使用词典") && said.contains("其中没有能读的词条"), "{said}");
}

#[test]
fn the_program_tells_which_dictionaries_help_where_to_get_them_and_under_which_licence() {
    let cli = test_cli();
    let system = cli.path("system");
    let cli = cli.with_variable("TSUMUGI_DICTIONARIES", system);
    let listed = cli.json(&["dictionaries"]);
    let all = listed.as_array().unwrap();
    assert!(
        all.iter().all(|one| one["file"].is_null() && one["licence"].as_str().unwrap().len() > 2),
        "{listed}"
    );
    let told = cli.ok(&["dictionaries"]).stdout;
    let licence = |name: &str| {
        let one =
            all.iter().find(|one| one["where_to_get"].as_str().is_some_and(|place| place.contains(name)));
        one.map(|one| one["licence"].clone()).unwrap_or_default()
    };
    // As the copyright files of the packages say.
    assert_eq!((licence("deu-eng"), licence("eng-fra")), (json!("GPL-3+"), json!("GPL-2+")), "{listed}");
    assert!(licence("install edict").as_str().unwrap().starts_with("CC BY-SA 3.0 in Debian"), "{listed}");
    // As the head of the file says: `#! license=https://creativecommons.org/licenses/by-sa/4.0/`.
    assert_eq!(licence("cc-cedict"), json!("CC BY-SA 4.0"), "{listed}");
    assert!(
        told.contains("EDICT") && told.contains("CC BY-SA") && told.contains("apt install edict"),
        "{told}"
    );
    cli.file("system/edict/edict", WORDS);
    cli.file("config/config.toml", "[dictionaries]\nzh.en = \"\"\n");
    let told = cli.ok(&["dictionaries"]).stdout;
    assert!(told.contains("here: `") && told.contains("turned off in the settings"), "{told}");
}
