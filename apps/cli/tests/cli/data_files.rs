//! Tables and data at the door: a named column or path is rehearsed and written, and Python reads the rest as it was.

use crate::foreign_clients::{python, succeed};
use crate::office::office;
use crate::program::test_cli;
use std::process::Command;

const XLSX: &[u8] = include_bytes!("../../../../fuzz/seeds/data/lines.xlsx");
const CSV: &str =
    "id,ja,zh,who\n1,\"灯台守は毎晩、{name}の階段を上った。\",,A\n2,霧の夜には鐘を鳴らした。,,B\n";
const JSON: &str = r#"{"v": 1, "lines": [{"id": "a", "text": "灯台守は毎晩、百段の階段を上った。", "n": [1, 2.50]}, {"text": "霧の夜には\n鐘を鳴らした。"}]}"#;

/// What stands in a file by the readers of Python, without the chosen strings; and those.
const READER: &str = r#"
import csv, json, sys
path, chosen = sys.argv[1:3]
if path.endswith(".csv"):
    rows = list(csv.DictReader(open(path, newline="", encoding="utf-8")))
    texts = [row.pop(chosen) for row in rows]
elif path.endswith(".json"):
    rows = json.load(open(path, encoding="utf-8"))
    texts = [line.pop(chosen) for line in rows["lines"]]
else:
    import openpyxl
    sheet = openpyxl.load_workbook(path).active
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    at = rows[0].index(chosen)
    texts = [row.pop(at) for row in rows[1:]]
print(json.dumps([rows, texts], sort_keys=True))
"#;

#[test]
fn named_columns_and_paths_are_translated_and_nothing_else_is_touched() {
    let test = "named_columns_and_paths_are_translated_and_nothing_else_is_touched";
    let Some(python) = python(test, "python") else { return };
    let cli = test_cli();
    cli.file("lines.csv", CSV);
    cli.file("lines.json", JSON);
    cli.file("book.xlsx", XLSX);
    let read = |file: &str, chosen: &str| {
        let told = succeed(Command::new(&python).args(["-c", READER]).arg(cli.path(file)).arg(chosen));
        serde_json::from_str::<serde_json::Value>(told.lines().next().unwrap()).unwrap()
    };
    for (file, text, into) in
        [("lines.csv", "ja", Some("zh")), ("lines.json", "lines/*/text", None), ("book.xlsx", "text", None)]
    {
        let (stem, ending) = file.split_once('.').unwrap();
        let from = if ending == "xlsx" { "en" } else { "ja" };
        let mut command = vec!["import", file, "--text", text, "--from", from, "--to", "es"];
        command.extend(into.iter().flat_map(|into| ["--into", into]));
        cli.ok(&command);
        let books = cli.json(&["books"]);
        let book = books.as_array().unwrap().iter().find(|book| book["format"] == ending).unwrap();
        let id = book["book_id"].as_str().or(book["id"].as_str()).unwrap().to_owned();
        cli.ok(&["translate", &id, "--model", "rehearsal"]);
        let out = format!("{stem}-out.{ending}");
        cli.ok(&["export", &id, "--rehearsal", "-o", &out]);
        cli.ok(&["verify", &out]);
        let column = into.unwrap_or_else(|| text.rsplit('/').next().unwrap());
        let (before, after) = (read(file, column), read(&out, column));
        assert_eq!(before[0], after[0], "{file}: everything else is as it was");
        let texts = after[1].as_array().unwrap();
        assert!(texts.iter().all(|text| !text.as_str().unwrap().is_empty()), "{file}: {after}");
        assert_ne!(before[1], after[1], "{file}");
    }
    let refused = cli.run(&["import", "lines.csv", "--text", "nothing"]);
    assert!(refused.code == 1 && refused.stderr.contains("ja, zh, who"), "{refused:?}");
}

#[test]
fn an_office_program_opens_a_translated_workbook() {
    let test = "an_office_program_opens_a_translated_workbook";
    let cli = test_cli();
    cli.file("book.xlsx", XLSX);
    cli.ok(&["import", "book.xlsx", "--text", "text", "--from", "en", "--to", "es"]);
    cli.ok(&["translate", "book", "--model", "rehearsal"]);
    cli.ok(&["export", "book", "--rehearsal", "-o", "out.xlsx"]);
    let Some(table) = office(test, &cli, "out.xlsx", "csv:Text - txt - csv (StarCalc):44,34,76") else {
        return;
    };
    let table = String::from_utf8(table).unwrap();
    let Some(python) = python(test, "python") else { return };
    let told = succeed(Command::new(&python).args(["-c", READER]).arg(cli.path("out.xlsx")).arg("text"));
    let read: serde_json::Value = serde_json::from_str(told.lines().next().unwrap()).unwrap();
    let texts = read[1].as_array().unwrap();
    assert!(!texts.is_empty());
    for text in texts {
        let text = text.as_str().unwrap().replace('"', "\"\"");
        assert!(table.contains(&text), "{text}\n{table}");
    }
}
