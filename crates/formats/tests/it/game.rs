//! Texts of games in and out: only what players read, everything else as it was.

use crate::ranged_kit::{bare, comes_back, export, file, import, paragraphs, python, translated, try_import};
use crate::text_manuscript::{manuscript, pretend, untouched};
use book::text::markup::Marked;
use formats::export::{Bilingual, Layout, Outcome};
use formats::folder::{File, pack, unpack};
use formats::import::ImportError;
use proptest::prelude::*;
use std::fmt::Write as _;

const FILES: [&str; 3] = ["Map001.json", "script.rpy", "scene.ks"];

#[test]
fn only_what_players_read_is_text_and_files_of_games_come_back_byte_for_byte() {
    let mut shown = Vec::new();
    for name in FILES {
        shown.push(format!("# {name}"));
        shown.extend(paragraphs(&comes_back(&file(name), name)));
    }
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn every_text_of_a_game_is_replaced_and_nothing_else() {
    for name in FILES {
        let written = String::from_utf8(translated(&file(name), name, "Wort", Bilingual::No)).unwrap();
        insta::assert_snapshot!(name, written);
    }
}

/// Every text translated with itself, as it stands and without the spaces around it.
fn is_itself(bytes: &[u8], name: &str) {
    let imported = comes_back(bytes, name);
    for trims in [false, true] {
        let own = |text: &Marked| {
            let text = if trims { text.as_str().trim() } else { text.as_str() };
            Outcome::Translated(Marked::parse(text).unwrap())
        };
        let own = manuscript(&imported.book, "de", |paragraph| own(&paragraph.text));
        let written = export(&imported, bytes, &own, Bilingual::No);
        assert!(written == bytes, "{name}: {}", String::from_utf8_lossy(&written));
    }
}

#[test]
fn a_tyrano_scenario_set_in_by_spaces_is_a_scenario() {
    let scenario = "  ; a remark\n  *start|The harbour\n  @bg storage=x\n    [iscript]\n  f.a = \"no words\"\n    [endscript]\n  [cm]Nobody came.[p]\n";
    let imported = comes_back(scenario.as_bytes(), "scene.ks");
    assert_eq!(paragraphs(&imported), ["heading: The harbour", "body: Nobody came."]);
    is_itself(scenario.as_bytes(), "scene.ks");
}

#[test]
fn dates_and_spaces_of_a_script_stay_as_they_are() {
    let script = "screen load():\n    text _(\"{#file_time}%A, %B %d %Y, %H:%M\")\n    text \"Empty slot. \"\n\nlabel start:\n    \"A 100%% sure thing. \"\n";
    is_itself(script.as_bytes(), "script.rpy");
    let imported = comes_back(script.as_bytes(), "script.rpy");
    let word = |text: &Marked| {
        Marked::parse(
            &text.as_str().replace("Empty slot.", "Leer").trim().replace("%Y", "%y").replace("sure", "so"),
        )
        .unwrap()
    };
    let own = manuscript(&imported.book, "de", |paragraph| Outcome::Translated(word(&paragraph.text)));
    let written = String::from_utf8(export(&imported, script.as_bytes(), &own, Bilingual::No)).unwrap();
    assert_eq!(written, script.replace("%Y", "%y").replace("Empty slot.", "Leer").replace("sure", "so"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]
    #[test]
    fn a_generated_game_is_itself_again(lines in proptest::collection::vec(("[ \t]{0,4}", 0_usize..12, "[a-z 　雪%.!~{]{0,12}"), 1..20)) {
        let mut files = [String::new(), "label start:\n".to_owned(), String::new()];
        for (indent, kind, words) in &lines {
            let ks = ["", ";", "*", "@bg ", "[iscript]\n", "[endscript]\n", "[cm]", "[l][r]", "*a|", "@seladd text=\"x\" ", "\\", "[["];
            writeln!(files[0], "{indent}{}{words}", ks[*kind]).unwrap();
            let said = words.replace('{', "{{");
            let rpy = ["", "e ", "# ", "$ ", "text ", "e happy ", "\"A\" ", "", "", "centered ", "", "show "];
            writeln!(files[1], "    {}\"{said} \"", rpy[*kind]).unwrap();
            write!(files[2], r#"{{"code":401,"parameters":["{words} \\C[{kind}] "]}},"#).unwrap();
        }
        files[2] = format!(r#"{{"events":[null,{{"pages":[{{"list":[{}{{"code":0,"parameters":[]}}]}}]}}]}}"#, files[2]);
        for (name, text) in ["scene.ks", "script.rpy", "Map002.json"].iter().zip(&files) {
            if try_import(text.as_bytes(), name).is_ok() {
                is_itself(text.as_bytes(), name);
            }
        }
    }
}

#[test]
fn words_that_look_like_codes_stay_words() {
    for name in FILES {
        for word in ["\\C[1]", "[x]", "{i}", "100%", "a \"b\" 'c'", "\\", "@x", "*x", ";x", "[[", "]", "}"] {
            translated(&file(name), name, &format!("Wort {word}"), Bilingual::No);
        }
    }
}

#[test]
fn the_database_of_a_game_is_read_by_its_fields() {
    let actors = br#"[null,{"id":1,"name":"Ana","nickname":"","note":"<x>","profile":"A keeper.\nOf lamps.","faceName":"Actor1"}]"#;
    let imported = comes_back(actors, "Actors.json");
    assert_eq!(paragraphs(&imported), ["label: Ana", "body: A keeper.<1/>Of lamps."]);
    let system = br#"{"gameTitle":"Harbour","currencyUnit":"G","elements":["","Fire"],"terms":{"basic":["Level"],"messages":{"file":"File"}},"title1Name":"Castle","versionId":1}"#;
    let imported = comes_back(system, "System.json");
    assert_eq!(
        paragraphs(&imported),
        ["label: Harbour", "label: G", "label: Fire", "label: Level", "label: File"]
    );
}

#[test]
fn a_folder_of_a_game_is_one_book() {
    for (name, folder, format) in [
        ("Map001.json", "data", "rpg-maker-folder"),
        ("script.rpy", "game", "renpy-folder"),
        ("scene.ks", "scenario", "kirikiri-folder"),
    ] {
        let zip = pack(&[
            File { name: format!("{folder}/{name}"), bytes: file(name) },
            File { name: "img/a.png".to_owned(), bytes: b"\x89PNG".to_vec() },
        ])
        .unwrap();
        let imported = import(&zip, "harbour");
        assert_eq!(imported.book.format.as_str(), format);
        assert_eq!(export(&imported, &zip, &untouched(&imported.book), Bilingual::No), zip);
        let written = unpack(&translated(&zip, "harbour", "Wort", Bilingual::No)).unwrap();
        assert_eq!(written[1].bytes, b"\x89PNG");
        assert_ne!(written[0].bytes, file(name));
    }
}

#[test]
fn a_game_has_no_place_for_two_languages() {
    let bytes = file("script.rpy");
    let imported = import(&bytes, "script.rpy");
    let format = formats::format_of(imported.book.format).unwrap();
    let both = Layout { bilingual: Bilingual::Above, ..Layout::default() };
    let manuscript = manuscript(&imported.book, "de", |p| Outcome::Translated(pretend(&p.text, "Wort")));
    let refused = format.export(&bytes, &manuscript, &both).unwrap_err();
    assert!(refused.to_string().contains("no place for two languages"), "{refused}");
}

/// What another JSON parser finds in the commands that show something.
const READER: &str = "
import sys, json
def walk(value):
    if isinstance(value, dict):
        if value.get('code') in (401, 405): print(value['parameters'][0])
        elif value.get('code') == 102: print('\\n'.join(value['parameters'][0]))
        for inner in value.values(): walk(inner)
    elif isinstance(value, list):
        for inner in value: walk(inner)
walk(json.load(open(sys.argv[1], encoding='utf-8')))
";

#[test]
fn another_json_parser_finds_every_translation() {
    let Some(before) = python(READER, &file("Map001.json"), "json") else { return };
    assert!(before.contains("The harbour"), "{before}");
    let after = python(
        READER,
        &translated(&file("Map001.json"), "Map001.json", "Wort \"so\"", Bilingual::No),
        "json",
    )
    .unwrap();
    let rest = ["Wort\"so\"", "\\C[2]", "\\C[0]", "\\N[1]", "\\!"]
        .iter()
        .fold(bare(&after), |rest, part| rest.replace(part, ""));
    assert!(rest.is_empty(), "{after}");
}

#[test]
fn a_scenario_in_shift_jis_stays_in_it() {
    let line = b"*start|\x93\xfa\x96{\r\n\x81u\x93\xfa\x96{\x8c\xea\x81v[l]\r\n".to_vec();
    let imported = comes_back(&line, "a.ks");
    assert_eq!(paragraphs(&imported), ["heading: 日本", "body: 「日本語」"]);
    let written = translated(&line, "a.ks", "日本", Bilingual::No);
    assert_eq!(written, b"*start|\x93\xfa\x96{\r\n\x93\xfa\x96{[l]\r\n");
}

#[test]
fn hostile_files_of_games_are_refused_or_read_at_once() {
    let deep = "[".repeat(200_000);
    assert!(matches!(try_import(deep.as_bytes(), "Map001.json"), Err(ImportError::Damaged { .. })));
    assert!(try_import(b"{\"displayName\":\"x", "Map001.json").is_err());
    for text in
        ["\"".repeat(50_001), "e \"a\n".repeat(2_000), "[".repeat(50_000) + "x", "{i}".repeat(3_000) + "x"]
    {
        let _ = try_import(text.as_bytes(), "a.rpy");
        let _ = try_import(text.as_bytes(), "a.ks");
    }
}
