//! The command line in Chinese: what a person reads has no English sentence in it, by whatever way the language is chosen.

use crate::program::{test_cli, writer_settings};
use std::path::Path;
use testkit::cli::{CliOutput, TestCli};

/// A program whose system speaks Chinese, with a small book of two chapters in its folder.
fn chinese_cli() -> TestCli {
    let cli = test_cli().with_variable("LANG", "zh_CN.UTF-8");
    cli.file("config/config.toml", writer_settings());
    cli.file(
        "book.txt",
        "第一章\n\n灯が点った。\n\n「おはよう、凛さん。」\n\n誰も答えなかった。\n\n第二章\n\n灯は消えた。\n",
    );
    cli
}

/// The longest run of words in Latin letters that stand behind one another, aside from what is quoted, typed or named.
pub(crate) fn english_sentence(text: &str) -> Option<String> {
    let mut longest: Vec<&str> = Vec::new();
    for line in text.lines() {
        // What stands between quotation marks is a command, a file or the words of a book.
        for piece in line.split(['`', '“', '”', '「', '」', '"']).step_by(2) {
            let mut run: Vec<&str> = Vec::new();
            for word in piece.split([' ', '(', ')', '（', '）', '，', '：', '；', '。', '、', '/']) {
                let is_word = word.len() > 1 && word.chars().all(|letter| letter.is_ascii_lowercase());
                // What follows is typed so.
                if word == "tsumugi" {
                    break;
                }
                if is_word {
                    run.push(word);
                } else {
                    run.clear();
                }
                if run.len() > longest.len() {
                    longest.clone_from(&run);
                }
            }
        }
    }
    (longest.len() >= 3).then(|| longest.join(" "))
}

fn assert_chinese(arguments: &[&str], said: &CliOutput) {
    let all = format!("{}{}", said.stdout, said.stderr);
    assert_eq!(english_sentence(&all), None, "{arguments:?}:\n{all}");
    assert!(all.chars().any(|letter| ('\u{4e00}'..'\u{9fff}').contains(&letter)), "{arguments:?}:\n{all}");
}

#[test]
fn a_book_is_translated_and_looked_after_without_an_english_sentence() {
    let cli = chinese_cli();
    let commands: [&[&str]; 45] = [
        &["import", "book.txt", "--from", "ja"],
        &["translate", "book.txt", "--to", "zh", "--model", "rehearsal", "--dry-run"],
        &["translate", "book.txt", "--to", "zh", "--model", "rehearsal", "-o", "book.zh.txt"],
        &["translate", "book", "--model", "rehearsal"],
        &["rehearsal", "discard", "book"],
        &["translate", "book", "--model", "writer/writer", "--yes"],
        &["review", "book"],
        &["review", "book", "--chapter", "1", "--set", "reviewed"],
        &["exchange", "export", "book", "-o", "book.csv"],
        &["exchange", "import", "book", "book.csv", "--dry-run"],
        &["bundle", "book"],
        &["unbundle", "book.tsumugi-bundle"],
        &["backup", "copy.tsumugi"],
        &["doctor"],
        &["footnotes", "book"],
        &["status"],
        &["runs"],
        &["cost"],
        &["books"],
        &["show", "book"],
        &["show", "book", "--chapter", "1"],
        &["search", "book", "灯"],
        &["search", "book", "nothing"],
        &["check", "book", "--severity", "info"],
        &["fix", "book", "--dry-run"],
        &["export", "book", "-o", "again.txt"],
        &["verify", "again.txt"],
        &["report", "book", "-o", "report.html"],
        &["models", "list", "openai"],
        &["models", "test", "rehearsal"],
        &["models", "learned"],
        &["dictionaries"],
        &["series"],
        &["title", "book", "--translation", "灯"],
        &["instructions", "book", "--set", "保留敬称"],
        &["instructions", "book"],
        &["terms", "book", "add", "灯", "灯火"],
        &["terms", "book"],
        &["characters", "book", "add", "凛", "凛", "--gender", "female"],
        &["characters", "book", "show", "凛"],
        &["memories", "book", "add", "时间是晚上"],
        &["history", "book"],
        &["undo", "book"],
        &["stale", "book"],
        &["suggestions", "book"],
    ];
    for arguments in commands {
        let said = cli.run(arguments).succeeded();
        assert_chinese(arguments, &said);
    }
    let history = cli.run(&["history", "book"]).stdout;
    assert!(history.contains("添加术语 灯 → 灯火") && history.contains("撤销"), "{history}");
    std::fs::write(cli.path("again.txt"), "gone").unwrap();
    let said = cli.run(&["verify", "again.txt"]);
    assert_eq!(said.code, 1);
    assert_chinese(&["verify"], &said);
}

#[test]
fn what_is_typed_wrong_is_told_in_chinese() {
    let cli = chinese_cli();
    for arguments in [
        &["nosuch"][..],
        &["show"],
        &["show", "book", "--nosuch"],
        &["import", "book.txt", "--wrapped", "perhaps"],
        &["search", "book", "x", "--in", "nowhere"],
        &["export", "book", "--format", "pdf"],
        &["translate", "book", "--to", "klingon!"],
        &["translate", "book", "--chapters", "3-1"],
        &["translate", "book", "--candidates", "99"],
        &["translate", "book", "--stale", "--again"],
        &["translate", "book", "--price", "x"],
        &["chat", "book", "--chapter", "x"],
        &["models"],
        &["models", "nosuch"],
        &["undo", "book", "--change", "x"],
    ] {
        let said = cli.run(arguments);
        assert_eq!(said.code, 2, "{arguments:?}: {said:?}");
        assert_chinese(arguments, &said);
    }
    let said = cli.run(&["search", "--json"]);
    assert!(said.stderr.contains("缺少必需的参数"), "{said:?}");
}

#[test]
fn help_is_chinese_down_to_every_command() {
    let cli = chinese_cli();
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    let mut n_commands = 0;
    while let Some(command) = waiting.pop() {
        let arguments: Vec<&str> = command.iter().map(String::as_str).chain(["--help"]).collect();
        let said = cli.run(&arguments).succeeded();
        assert_chinese(&arguments, &said);
        assert!(said.stdout.contains("用法：tsumugi") && said.stdout.contains("全局选项"), "{}", said.stdout);
        let listed = said.stdout.lines().skip_while(|line| *line != "命令：").skip(1);
        let listed = listed.take_while(|line| !line.is_empty());
        let names = listed.filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
        let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        waiting.extend(names.map(|name| [&command[..], &[name.to_owned()]].concat()));
        n_commands += 1;
    }
    assert!(n_commands > 60, "{n_commands}");
    assert!(cli.run(&["-h"]).succeeded().stdout.contains("翻译一本书"));
}

#[test]
fn the_language_is_the_flag_then_the_variable_then_the_settings_then_the_system() {
    let cli = test_cli();
    let said = |arguments: &[&str], variables: &[(&str, &str)]| {
        let output = cli.command(arguments).envs(variables.iter().copied()).output().unwrap();
        CliOutput::from(output).stderr
    };
    let is_chinese = |text: &str| text.contains("书库是空的");
    assert!(!is_chinese(&said(&["books"], &[])));
    assert!(!is_chinese(&said(&["books"], &[("LANG", "C.UTF-8")])));
    for variable in ["LANG", "LC_MESSAGES", "LC_ALL", "TSUMUGI_LANG"] {
        assert!(is_chinese(&said(&["books"], &[(variable, "zh_CN.UTF-8")])), "{variable}");
    }
    assert!(!is_chinese(&said(&["books"], &[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "en_GB.UTF-8")])));
    cli.file("config/config.toml", "language = \"zh-Hans\"\n");
    assert!(is_chinese(&said(&["books"], &[("LANG", "en_GB.UTF-8")])));
    assert!(!is_chinese(&said(&["books"], &[("TSUMUGI_LANG", "en")])));
    assert!(!is_chinese(&said(&["books", "--lang", "en"], &[("TSUMUGI_LANG", "zh")])));
    assert!(is_chinese(&said(&["--lang=zh-Hans", "books"], &[("TSUMUGI_LANG", "en")])));
    assert!(said(&["search", "--lang", "zh-Hans"], &[("TSUMUGI_LANG", "en")]).contains("错误：缺少"));
}

#[test]
fn what_programs_read_is_the_same_in_every_language() {
    let cli = test_cli();
    cli.file("tale.txt", "Chapter 1\n\nThe lamp was lit.\n");
    cli.run(&["import", "tale.txt", "--from", "en"]).succeeded();
    cli.file("config/config.toml", writer_settings());
    cli.run(&["translate", "tale", "--to", "zh", "--model", "writer/writer", "--yes"]).succeeded();
    for arguments in [
        &["books"][..],
        &["status"],
        &["runs"],
        &["cost"],
        &["check", "tale", "--severity", "info"],
        &["history", "tale"],
        &["series"],
        &["models", "list"],
        &["dictionaries"],
        &["export", "tale", "-o", "out.txt"],
        &["verify", "out.txt"],
    ] {
        let english = cli.run(&[arguments, &["--json"]].concat()).succeeded().stdout;
        let chinese = cli.run(&[arguments, &["--json", "--lang", "zh-Hans"]].concat()).succeeded().stdout;
        assert_eq!(english, chinese, "{arguments:?}");
    }
}

/// Every Rust file below a folder.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn no_sentence_is_handed_to_the_printer_in_the_code() {
    let mut all = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut all);
    let said =
        [".notify(", ".warn(", ".confirm(", ".hint(", ".print(", ".note(", ".warn_in_words(", ".result("];
    for (path, source) in &all {
        for call in said {
            for rest in source.split(call).skip(1) {
                let rest =
                    rest.trim_start().trim_start_matches('&').trim_start_matches("format!(").trim_start();
                let Some(literal) = rest.strip_prefix('"') else { continue };
                let literal = literal.split('"').next().unwrap();
                let is_word =
                    |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
                let n_words = literal.split([' ', '\\']).filter(is_word).count();
                assert!(n_words < 2, "{path}: {call}\"{literal}\"");
            }
        }
    }
}
