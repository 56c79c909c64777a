//! Every code of the catalogue appears through the program's own door: as a finding of `tsumugi check`, or as what a
//! submission is refused with.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::archive::{Archive, page};
use crate::program::test_cli;
use checks::code::CheckCode;
use llm::{Dialect, ScriptedReply};
use llm_test_server::{Plan, TestServer, Turn};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use testkit::cli::TestCli;
use tokio::runtime::Runtime;

/// What the checks of single paragraphs must find, from their own cases.
#[derive(Deserialize)]
struct CaseFile {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    from: String,
    to: String,
    source: String,
    translation: String,
    found: bool,
    kind: Option<String>,
    #[serde(default)]
    before: Vec<(String, String)>,
    #[serde(default)]
    after: Vec<(String, String)>,
    #[serde(default)]
    terms: Vec<(String, String, String)>,
    #[serde(default)]
    characters: Vec<(String, String, String)>,
    #[serde(default)]
    marked: bool,
}

/// A library with books of one paragraph after the other, and what was found in them.
struct Planted {
    cli: TestCli,
    seen: BTreeSet<String>,
}

type Pairs = Vec<(String, String)>;
/// The pairs of a book, and the codes each of its cases expects.
type CaseBook = (Pairs, Vec<Vec<String>>);

impl Planted {
    fn new() -> Self {
        let cli = test_cli().with_variable("TSUMUGI_API_KEY", "a key for the test");
        let system = cli.path("system");
        let planted = Self { cli: cli.with_variable("TSUMUGI_DICTIONARIES", system), seen: BTreeSet::new() };
        planted.cli.file("system/edict/edict", DICTIONARY);
        planted.cli.file("config/config.toml", STYLE);
        planted
    }

    /// Makes a book of chapters and gives each paragraph its translation.
    fn book(&self, name: &str, (from, to): (&str, &str), chapters: &[Pairs]) {
        let mut text = String::new();
        for (n, chapter) in chapters.iter().enumerate() {
            if chapters.len() > 1 {
                let _ = write!(text, "Chapter {}\n\n", n + 1);
            }
            for (source, _) in chapter {
                text.push_str(source);
                text.push_str("\n\n");
            }
        }
        self.cli.file(&format!("{name}.txt"), text);
        self.cli.ok(&["import", &format!("{name}.txt"), "--from", from, "--to", to]);
        let mut wanted = chapters.iter().flatten().peekable();
        for paragraph in self.cli.paragraphs(name) {
            if let Some((_, translation)) = wanted.next_if(|(source, _)| *source == paragraph.text) {
                self.plant(name, &paragraph.id, translation);
            }
        }
        assert_eq!(wanted.next(), None, "a paragraph of `{name}` was not found again");
    }

    fn plant(&self, book: &str, id: &str, translation: &str) -> Value {
        let arguments = json!({"paragraph_id": id, "translated_text": translation}).to_string();
        let said = self.cli.run(&["tool", "update_translation", &arguments, "--book", book]);
        serde_json::from_str(&said.stdout).unwrap_or_else(|_| json!({ "said": said.stderr }))
    }

    fn check(&mut self, book: &str) {
        for finding in self.cli.json(&["check", book, "--severity", "info"]).as_array().unwrap() {
            self.seen.insert(finding["check"].as_str().unwrap().to_owned());
        }
    }

    /// The books of the cases, one for each pair of languages.
    fn cases(&mut self) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/checks/tests/cases");
        let mut books: BTreeMap<(String, String), CaseBook> = BTreeMap::new();
        for file in std::fs::read_dir(folder).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let cases = toml::from_str::<CaseFile>(&text).unwrap().case.into_iter();
            let plain = |case: &Case| {
                case.found && !case.marked && case.kind.is_none() && !case.source.contains('\n')
            };
            let Some(case) = cases.into_iter().find(plain) else { continue };
            let (pairs, known) = books.entry((case.from, case.to)).or_default();
            pairs.extend(case.before);
            pairs.push((case.source, case.translation));
            pairs.extend(case.after);
            for (source, translation, strictness) in case.terms {
                let strictness = ["--strictness".to_owned(), strictness];
                known.push([vec!["terms".to_owned(), source, translation], strictness.to_vec()].concat());
            }
            for (source, translation, gender) in case.characters {
                known.push(vec!["characters".to_owned(), source, translation, "--gender".to_owned(), gender]);
            }
        }
        for ((from, to), (pairs, known)) in books {
            let name = format!("cases-{from}-{to}");
            self.book(&name, (&from, &to), &[pairs]);
            for words in known {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let [noun, rest @ ..] = words.as_slice() else { continue };
                self.cli.run(&[&[*noun, &name, "add"], rest].concat());
            }
            self.check(&name);
        }
    }
}

fn pairs(source: &str, translations: &[&str]) -> Pairs {
    translations.iter().map(|translation| (source.to_owned(), (*translation).to_owned())).collect()
}

impl Planted {
    /// What only shows over many paragraphs.
    fn sequences(&mut self) {
        let sea = "海よ、海よ、私を呼ぶな、夜の海よ。";
        let tired = "彼は疲れて家に帰り、彼女はそこにいた。";
        let (past, present) = (
            "He was tired and went home, and she was there.",
            "He is tired and goes home, and she is there.",
        );
        let slip: Vec<&str> = (0..14).map(|n| if (5..9).contains(&n) { present } else { past }).collect();
        let walk = "彼は川沿いをゆっくり歩きながら、昨日のことを考えていた。".repeat(20);
        let (full, cut) = (
            "Walking slowly along the river, he thought about the day before. ".repeat(20),
            "Walking slowly along the river, he thought. ".repeat(20),
        );
        let long = |text: &str| pairs(&walk, &[text.trim()]);
        let refrain = pairs(sea, &["O sea, do not call me.", "Sea, sea, call me not."]);
        let first = [pairs(tired, &slip), refrain].concat();
        self.book("long", ("ja", "en"), &[first, long(&full), long(&cut), long(&full), long(&full)]);
        let door = pairs("They opened the door.", &["他們開了門，說這樣對。"]);
        let talk = pairs("He spoke with them for a long time.", &["他对他们说了很久的话，谁也没有离开。"]);
        self.book("mixed", ("en", "zh-Hans"), &[[talk, door].concat()]);
        let site = |n: usize| {
            [
                pairs("请记住本站网址 www.example.com", &["Remember our site."]),
                pairs(&format!("他走了{n}里路。"), &["He left."]),
            ]
            .concat()
        };
        self.book("scraped", ("zh-Hans", "en"), &(1..=6).map(site).collect::<Vec<_>>());
        let oath = |text: &str| pairs("“Damn it, you bastard!”", &[text; 4]);
        let late = "“You are late, Karl,” said Anna.";
        let address = pairs(
            late,
            &["„Du bist spät, Karl“, sagte Anna.", "„Sie sind spät, Karl“, sagte Anna."].repeat(4),
        );
        let chapters = [oath("„Verdammt noch mal, du Bastard!“"), oath("„Ach je, du Schelm!“"), address];
        self.book("rough", ("en", "de"), &chapters);
        self.cli.ok(&["characters", "rough", "add", "Anna", "Anna"]);
        self.cli.ok(&["characters", "rough", "add", "Karl", "Karl"]);
        let elder = |text: &str| pairs("“It is late,” said Delfador.", &[text; 10]);
        let own = "「もう遅いのじゃ」とデルファドールは言った。";
        let other = "「もう遅いですよ」とデルファドールは言った。";
        self.book("voice", ("en", "ja"), &[elder(own), elder(own), elder(own), elder(other)]);
        self.cli.ok(&["characters", "voice", "add", "Delfador", "デルファドール"]);
        self.cli.ok(&["characters", "voice", "edit", "Delfador", "--ending", "じゃ"]);
        let drift = ["Конрад пришёл.", "Он видел Конрада.", "Она ждала Рихарда.", "Письмо Рихарду."];
        self.book("konrad", ("en", "ru"), &[pairs("Konrad is in this line.", &drift)]);
        self.cli.ok(&["characters", "konrad", "add", "Konrad", "Конрад"]);
        self.cli.ok(&["terms", "konrad", "add", "sword", "клинок"]);
        self.cli.ok(&["terms", "konrad", "add", "blade", "клинок"]);
        for book in ["long", "mixed", "scraped", "rough", "voice", "konrad"] {
            self.check(book);
        }
    }

    /// What a heading, verse and tags are needed for: the English sample.
    fn sample(&mut self) {
        let file = testkit::cli::sample("the-lamplighters-ledger.epub");
        self.cli.ok(&["import", file.to_str().unwrap(), "--from", "en", "--to", "de"]);
        let book = "lamplighter";
        let paragraphs = self.cli.json(&["show", book]);
        for one in paragraphs.as_array().unwrap() {
            let (id, text) = (one["paragraph_id"].as_str().unwrap(), one["text"].as_str().unwrap());
            if one["kind"] == "heading" && text.contains("Chapter II.") {
                self.plant(book, id, "Kapitel V. Der Nebel");
            } else if one["kind"] == "verse" {
                self.plant(book, id, "Eins für den Bäcker, eins für die Glocke, eins für den Eimer.");
            } else if text.contains("<1>") {
                let refused = self.plant(book, id, "Ohne Auszeichnung.");
                self.refused_with(&refused);
            }
        }
        let any = &paragraphs[3];
        let refused = self.plant(book, any["paragraph_id"].as_str().unwrap(), " ");
        self.refused_with(&refused);
        self.check(book);
        let text = "<pre>A one\nA two\n\nB one\nB two</pre><p>The end.</p>";
        let bytes = Archive::epub(&page(text)).packed();
        self.cli.file("poem.epub", bytes);
        self.cli.ok(&["import", "poem.epub", "--from", "en", "--to", "de"]);
        let is_poem = |id: &String| self.cli.paragraphs(id).iter().any(|one| one.text.contains("A one"));
        let book = self.cli.books().into_iter().find(is_poem).unwrap();
        let poem = self.cli.paragraphs(&book).into_iter().find(|one| one.text.contains("A one")).unwrap();
        self.plant(&book, &poem.id, "A eins\nA zwei\nB eins\n\nB zwei");
        self.check(&book);
    }

    /// A term nobody wrote, and a polish that is another text.
    fn refusals(&mut self) {
        let (source, draft) = (
            "老人は港で長い手紙を読み、それから灯りを消した。",
            "The old man read a long letter at the harbour and then put out the light.",
        );
        self.book("polished", ("ja", "en"), &[pairs(source, &[draft])]);
        let id = self.cli.paragraphs("polished").into_iter().find(|one| one.text == source).unwrap().id;
        let other = "Nobody in the village had ever seen such a winter, and the wolves came down at night.";
        let items = json!([{"paragraph_id": id, "translated_text": other}]);
        let reply = ScriptedReply::call("add_translation_batch", &json!({ "paragraphs": items }));
        let runtime = Runtime::new().unwrap();
        let term = json!({"source": "竜王", "translation": "Dragon King"});
        let prepare = ScriptedReply::call("update_task_status", &json!({"status": "preparing"}));
        let term = ScriptedReply::call("create_term", &term);
        let turns = vec![Turn::reply(prepare), Turn::reply(term), Turn::reply(reply)];
        let plan = Plan { turns, then: Some(Turn::agent()) };
        let server = runtime.block_on(TestServer::start(plan)).unwrap();
        let url = server.base_url(Dialect::OpenaiChat);
        self.cli.run(&["polish", "polished", "--model", "m", "--base-url", &url, "--json"]);
        let requests = server.requests();
        let answers = requests.iter().map(|request| request.body.to_string()).collect::<String>();
        assert!(answers.contains("Improve the draft"), "{answers}");
        self.seen.insert("E8".to_owned());
        self.refused_with(&json!(answers));
        assert!(self.seen.contains("C5"), "{answers}");
    }

    /// What a model thinks that was asked.
    fn opinions(&mut self) {
        let (source, translation) =
            ("猫は窓から庭へ飛び降りた。", "The cat jumped from the window into the garden.");
        self.book("asked", ("ja", "en"), &[pairs(source, &[translation])]);
        let errors: Vec<Value> = ["mistranslation", "fluency", "terminology", "style"]
            .iter()
            .map(|category| json!({"category": category, "severity": "major", "source_quote": "猫", "comment": "no"}))
            .collect();
        let reply = ScriptedReply::call("submit_opinion", &json!({ "errors": errors }));
        let runtime = Runtime::new().unwrap();
        let plan = Plan { turns: vec![Turn::reply(reply)], then: None };
        let server = runtime.block_on(TestServer::start(plan)).unwrap();
        let url = server.base_url(Dialect::OpenaiChat);
        self.cli.ok(&["check", "asked", "--judge", "m", "--base-url", &url, "--judge-sample", "9"]);
        self.check("asked");
    }

    /// Enters the code of the check that a refusal stands for.
    fn refused_with(&mut self, refusal: &Value) {
        let said = refusal.to_string();
        for (code, name) in REFUSALS {
            if said.contains(name) {
                self.seen.insert((*code).to_owned());
            }
        }
    }
}

/// Refusals that are told under a name of their own, because they come before any check.
const REFUSALS: &[(&str, &str)] =
    &[("A2", "EMPTY_TRANSLATION"), ("F1", "BROKEN_TAGS"), ("C5", "SOURCE_NOT_IN_BOOK")];

#[test]
fn every_code_of_the_catalogue_appears_at_the_programs_door() {
    let mut planted = Planted::new();
    planted.refusals();
    planted.cases();
    planted.sequences();
    planted.sample();
    planted.opinions();
    let missing: Vec<&str> = CheckCode::ALL
        .iter()
        .map(|code| code.as_str())
        .filter(|code| !planted.seen.contains(*code))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

const DICTIONARY: &str = "少女 [しょうじょ] /(n) girl/\n古い [ふるい] /(adj-i) old/\n手紙 [てがみ] /(n) letter/\n将軍 [しょうぐん] /(n) general/\n\
    戦争 [せんそう] /(n) war/\n準備 [じゅんび] /(n) preparation/\n命令 [めいれい] /(n) order/command/\n太陽 [たいよう] /(n) sun/\n\
    照らす [てらす] /(v5s) to light up/\n照らし [てらし] /(n) light/\n読んだ [よんだ] /(v) read/\n朝の [あさの] /(n) morning/\n海を [うみを] /(n) sea/\n";

const STYLE: &str = "[style.en]\nhonorifics = \"keep\"\nquotes = \"usual\"\n[style.zh-Hans]\nspacing = \"tight\"\n[style.de]\nquotes = \"usual\"\n";
