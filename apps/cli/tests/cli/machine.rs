//! The first minute, looking around, and backups.

use crate::program::{test_cli, with_books};
use crate::serving::Serving;

#[test]
fn alone_the_program_says_in_three_lines_what_to_type_next() {
    let cli = test_cli();
    let said = cli.run(&[]).succeeded();
    assert_eq!(said.stdout.lines().count(), 3, "{said:?}");
    assert!(
        said.stdout.contains("`tsumugi setup`") && said.stdout.contains("`tsumugi serve --open`"),
        "{said:?}"
    );
    let said = cli.run(&["--lang", "zh-Hans"]).succeeded();
    assert!(said.stdout.contains("一分钟设置模型：`tsumugi setup`"), "{said:?}");
    cli.file("config/config.toml", "default_model = \"rehearsal\"\n");
    let said = cli.run(&[]).succeeded();
    assert!(!said.stdout.contains("setup") && said.stdout.contains("`tsumugi translate"), "{said:?}");
}

#[test]
fn a_backup_comes_back_with_every_book_and_the_library_that_was_there_is_kept() {
    let cli = with_books();
    let said = cli.run(&["backup", "monday.tsumugi"]).succeeded();
    assert_eq!(said.stdout.trim(), "monday.tsumugi holds the whole library: 2 books");
    let book = &cli.books()[0];
    cli.run(&["remove", book, "--yes"]).succeeded();
    assert_eq!(cli.books().len(), 1);
    let refused = cli.run(&["restore", "monday.tsumugi"]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert_eq!(cli.books().len(), 1);
    let restored = cli.run(&["restore", "monday.tsumugi", "--yes", "--json"]).succeeded().json();
    assert_eq!(cli.books().len(), 2);
    let kept = restored["kept"].as_str().unwrap();
    let kept = cli.run(&["books", "--json", "--library", kept]).succeeded().json();
    assert_eq!(kept.as_array().unwrap().len(), 1);
    let again = cli.run(&["backup", "monday.tsumugi"]);
    assert_eq!(again.code, 1);
    assert!(again.stderr.contains("`monday.tsumugi` is there already"), "{again:?}");
}

#[test]
fn a_backup_made_while_a_server_is_written_to_comes_back_whole() {
    let cli = with_books();
    let serving = Serving::begin(&cli, &[]);
    let book = cli.books()[0].clone();
    let titled = |title: &str| {
        let body = serde_json::json!({"title": title}).to_string();
        let answer = serving.ask("PATCH", &format!("/api/v1/books/{book}"), &body);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    };
    // Written to before, during and after.
    titled("before");
    let mut backup = cli.command(&["backup", "running.tsumugi"]).spawn().unwrap();
    for n in 0..20 {
        titled(&format!("during {n}"));
    }
    assert!(backup.wait().unwrap().success());
    titled("after");
    let refused = cli.run(&["restore", "running.tsumugi", "--yes"]);
    assert_ne!(refused.code, 0, "the library is in use: {refused:?}");
    serving.stop();
    cli.run(&["restore", "running.tsumugi", "--yes"]).succeeded();
    let books = cli.run(&["books", "--json"]).succeeded().json();
    let title = books.as_array().unwrap().iter().find(|one| one["id"] == *book).unwrap()["title"].clone();
    let title = title.as_str().unwrap();
    assert!(title == "before" || title.starts_with("during"), "one moment of it: {title}");
}

#[test]
fn the_doctor_names_what_is_here_and_shows_no_key_and_no_proxys_password() {
    let cli = with_books();
    let mut command = cli.command(&["doctor", "--json"]);
    command.env("OPENAI_API_KEY", "sk-very-secret").env("HTTPS_PROXY", "http://me:hunter2@127.0.0.1:9");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let said: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(said["books"], 2);
    assert_eq!(said["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(said["services_with_key"], serde_json::json!(["openai", "openai-responses"]));
    assert!(said["disk_free_bytes"].as_u64().unwrap() > 0, "{said}");
    assert!(said["keys_kept_in"].as_str().unwrap().ends_with("config/keys.toml"), "{said}");
    assert_eq!(said["proxies"], serde_json::json!(["HTTPS_PROXY"]));
    assert!(!text.contains("secret") && !text.contains("hunter2"), "{text}");
    let chinese = cli.run(&["doctor", "--lang", "zh-Hans"]).succeeded();
    assert!(chinese.stdout.contains("书的数量：2"), "{chinese:?}");
}

#[test]
fn the_doctor_tells_whether_a_server_answers() {
    let cli = test_cli();
    let serving = Serving::begin(&cli, &[]);
    let address = format!("http://{}", serving.address);
    cli.run(&["doctor", "--server", &address]).succeeded();
    // A bare system has no certificates; what is on the machine is reached all the same.
    let (none, nowhere) = (cli.file("none.pem", ""), cli.path("nowhere"));
    let mut bare = cli.command(&["doctor", "--server", &address]);
    let said = bare.env("SSL_CERT_FILE", none).env("SSL_CERT_DIR", nowhere).output().unwrap();
    assert!(said.status.success(), "{said:?}");
    assert_eq!(serving.stop(), Some(0));
    let said = cli.run(&["doctor", "--server", &address]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.stdout.contains("does not answer"), "{said:?}");
}

#[test]
fn setting_up_asks_questions_only_of_a_person() {
    let said = test_cli().run(&["setup"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.stderr.contains("`tsumugi models add`"), "{said:?}");
}

#[test]
fn the_manual_pages_are_written_one_for_each_command() {
    let cli = test_cli();
    cli.run(&["man", "man"]).succeeded();
    for page in ["tsumugi.1", "tsumugi-translate.1", "tsumugi-models-add.1"] {
        let text = std::fs::read_to_string(cli.folder().join("man").join(page)).unwrap();
        assert!(text.contains(".SH"), "{page}");
    }
}
