//! Folders of texts, chapters that come later, files read anew, and rehearsals of awkward lines.

use crate::program::{test_cli, writer_url};
use testkit::cli::TestCli;

fn with_folder() -> TestCli {
    let cli = test_cli();
    std::fs::create_dir(cli.path("road")).unwrap();
    for number in [1, 2, 10] {
        cli.file(&format!("road/{number}.txt"), format!("Day {number} was cold.\n\nThe road went on.\n"));
    }
    cli.file("road/cover.jpg", b"no text");
    cli
}

fn titles(cli: &TestCli, book: &str) -> Vec<String> {
    let shown = cli.run(&["show", book, "--json"]).succeeded().json();
    let mut titles: Vec<String> =
        shown.as_array().unwrap().iter().map(|p| p["chapter_title"].as_str().unwrap().to_owned()).collect();
    titles.dedup();
    titles
}

#[test]
fn a_folder_is_one_book_and_comes_out_as_the_same_files() {
    let cli = with_folder();
    cli.run(&["import", "road"]).succeeded();
    assert_eq!(titles(&cli, "road"), ["1", "2", "10"]);
    cli.run(&["translate", "road", "--to", "fr", "--model", "writer", "--base-url", writer_url()])
        .succeeded();
    cli.run(&["export", "road"]).succeeded();
    let mut names: Vec<String> = std::fs::read_dir(cli.path("road.fr"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["1.txt", "10.txt", "2.txt"]);
    cli.run(&["verify", "road.fr"]).succeeded();
    cli.run(&["export", "road"]).succeeded();
    cli.file("road.fr/2.txt", b"Something else.\n");
    assert_eq!(cli.run(&["verify", "road.fr"]).code, 1);
    cli.run(&["export", "road", "-o", "road.zip"]).succeeded();
    cli.run(&["verify", "road.zip"]).succeeded();
}

#[test]
fn several_files_are_one_book() {
    let cli = with_folder();
    cli.run(&["import", "road/1.txt", "road/10.txt"]).succeeded();
    assert_eq!(titles(&cli, "road"), ["1", "10"]);
}

#[test]
fn a_folder_that_is_not_ours_is_replaced_only_by_force() {
    let cli = with_folder();
    cli.run(&["import", "road"]).succeeded();
    let refused = cli.run(&["export", "road", "-o", "road"]);
    assert!(refused.code == 1 && refused.stderr.contains("not an earlier export"), "{refused:?}");
    assert!(cli.path("road/cover.jpg").exists());
}

#[test]
fn a_chapter_that_comes_later_keeps_everything_before_it() {
    let cli = with_folder();
    cli.run(&["import", "road"]).succeeded();
    cli.run(&["translate", "road", "--to", "fr", "--model", "writer", "--base-url", writer_url()])
        .succeeded();
    let before = cli.run(&["show", "road", "--json"]).succeeded().json();
    cli.file("11.txt", b"Day 11 was warm.\n");
    let said = cli.run(&["import", "11.txt", "--append", "road", "--json"]).succeeded().json();
    assert_eq!(
        (said["new"].as_u64(), said["removed"].as_u64(), said["stale"].as_u64()),
        (Some(1), Some(0), Some(0))
    );
    let after = cli.run(&["show", "road", "--json"]).succeeded().json();
    let (before, after) = (before.as_array().unwrap(), after.as_array().unwrap());
    assert_eq!(&after[..before.len()], &before[..], "ids and translations stay");
    assert_eq!(titles(&cli, "road"), ["1", "2", "10", "11"]);
    let again = cli.run(&["import", "11.txt", "--append", "road"]);
    assert!(again.code == 1 && again.stderr.contains("has a file `11.txt` already"), "{again:?}");
}

#[test]
fn a_chapter_behind_a_single_text_stands_behind_it_whatever_its_name() {
    let cli = test_cli();
    cli.file("tale.txt", b"Once there was a lamp.\n");
    cli.file("2.txt", b"It went out.\n");
    cli.run(&["import", "tale.txt"]).succeeded();
    cli.run(&["import", "2.txt", "--append", "tale"]).succeeded();
    let shown = cli.run(&["show", "tale", "--json"]).succeeded().json();
    let texts: Vec<&str> = shown
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["text"].as_str().unwrap())
        .filter(|t| !t.is_empty())
        .collect();
    assert_eq!(texts, ["Once there was a lamp.", "It went out."]);
    cli.run(&["export", "tale", "-o", "out"]).succeeded();
    assert_eq!(std::fs::read(cli.path("out/tale.txt")).unwrap(), b"Once there was a lamp.\n");
    assert_eq!(std::fs::read(cli.path("out/order.txt")).unwrap(), b"tale.txt\n2.txt\n");
}

#[test]
fn a_book_read_anew_keeps_its_translations() {
    let cli = test_cli();
    cli.file("tale.txt", b"Once there was a lamp\nwhich nobody lit.\n\nIt went out.\n");
    cli.run(&["import", "tale.txt", "--wrapped", "no"]).succeeded();
    cli.run(&["translate", "tale", "--to", "fr", "--model", "writer", "--base-url", writer_url()])
        .succeeded();
    let before = cli.run(&["show", "tale", "--json"]).succeeded().json();
    let kept = before[3].clone();
    assert_eq!(kept["text"], "It went out.");
    let said = cli.run(&["reread", "tale", "--wrapped", "yes", "--json"]).succeeded().json();
    assert!(said["kept"].as_u64() >= Some(1), "{said}");
    let after = cli.run(&["show", "tale", "--json"]).succeeded().json();
    let after = after.as_array().unwrap();
    assert!(after.iter().any(|p| p["text"] == "Once there was a lamp which nobody lit."), "{after:?}");
    let found = after.iter().find(|p| p["text"] == "It went out.").unwrap();
    assert_eq!(
        (&found["paragraph_id"], &found["translation"]),
        (&kept["paragraph_id"], &kept["translation"])
    );
    let again = cli.run(&["reread", "tale", "--wrapped", "yes"]).succeeded();
    assert!(again.stderr.contains("nothing was changed"), "{again:?}");
}

#[test]
fn a_rehearsal_passes_the_checks_on_lines_that_look_like_faults() {
    let cli = test_cli();
    cli.file(
        "odd.txt",
        "THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, AND IN NO EVENT.\n\
         The census had 82,548 in 1790, 162,686 in 1800, 252,433 in 1810.\n\
         Licensed under the Creative Commons Attribution-ShareAlike 4.0 International License.\n\
         Put it into /usr/lib/<triplet>/ or /usr/lib/<qual>/ :-)\n\
         ‘Tis the ‘Device’ button, or the ’Library’ one.\n\
         key events) and navigation keys (selection updated at the\n\
         7              7                  100\n",
    );
    cli.run(&["import", "odd.txt"]).succeeded();
    for language in ["fr", "ja", "ko", "ru", "zh-Hans"] {
        cli.run(&[
            "translate",
            "odd",
            "--to",
            language,
            "--model",
            "writer",
            "--base-url",
            writer_url(),
            "--again",
            "--yes",
        ])
        .succeeded();
    }
}

#[test]
fn a_rehearsal_keeps_numbers_that_are_written_with_signs_of_scale() {
    let cli = test_cli();
    cli.file("ja.txt", "人口は3.5万人、予算は19億円で、そのうち3百人が1億2千万円を払ったという。\n例えば 1、1.1、1.1.1、1.1.2 ... 1.2、1.2.1、1.2.2 ... 2、2.1 などである。\n");
    cli.file(
        "ko.txt",
        "데비안 2.2를 개발하기에 19억 미국달러가 들 수 있다고 예측했고 3백 명이 넘는 사람이 참여했다.\n",
    );
    for (file, source) in [("ja", "ja"), ("ko", "ko")] {
        for target in ["en", "ru", "zh-Hans", "zh-Hant"] {
            let to = [
                "translate",
                &format!("{file}.txt"),
                "--from",
                source,
                "--to",
                target,
                "--model",
                "rehearsal",
            ];
            let run = cli.run(&to);
            assert_eq!(run.code, 0, "{file} into {target}: {run:?}");
        }
    }
}

#[test]
fn a_file_may_be_a_book_for_each_language_and_each_takes_newer_editions() {
    let cli = test_cli();
    cli.file("tale.txt", b"Once there was a lamp.\n");
    cli.run(&["import", "tale.txt", "--to", "fr"]).succeeded();
    cli.run(&["import", "tale.txt", "--to", "de"]).succeeded();
    assert_eq!(cli.run(&["import", "tale.txt", "--to", "de"]).code, 1);
    let books = cli.run(&["books", "--json"]).succeeded().json();
    let ids: Vec<&str> = books.as_array().unwrap().iter().map(|book| book["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 2);
    cli.file("newer.txt", b"Once there was a lamp.\n\nIt went out.\n");
    for id in ids {
        let said = cli.run(&["import", "newer.txt", "--revises", id, "--json"]).succeeded().json();
        assert_eq!(said["new"].as_u64(), Some(1), "{said}");
    }
}

#[test]
fn chinese_is_put_into_the_other_characters_and_doubts_are_suggestions() {
    let cli = test_cli();
    cli.file("rain.txt", "他的头发湿了，后来发现皇后走了。\n\n他余下的路还很长。\n");
    cli.run(&["import", "rain.txt", "--from", "zh-Hans"]).succeeded();
    let said = cli.run(&["convert", "rain", "--to", "zh-Hant", "--json"]).succeeded().json();
    assert_eq!((said["converted"].as_u64(), said["doubtful"].as_u64()), (Some(1), Some(1)), "{said}");
    let shown = cli.run(&["show", "rain", "--json"]).succeeded().json();
    assert_eq!(shown[0]["translation"], "他的頭髮溼了，後來發現皇后走了。");
    assert_eq!(shown[2]["translation"], serde_json::Value::Null);
    let waiting = cli.run(&["suggestions", "rain", "--json"]).succeeded();
    assert!(waiting.stdout.contains("還很長"), "{waiting:?}");
    cli.file("tale.txt", b"Once there was a lamp.\n");
    cli.run(&["import", "tale.txt"]).succeeded();
    let refused = cli.run(&["convert", "tale", "--to", "zh-Hant"]);
    assert!(refused.code == 1 && refused.stderr.contains("tsumugi translate"), "{refused:?}");
}
