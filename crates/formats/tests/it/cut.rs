//! A file that was cut off never passes for a whole one: it is refused, or what is missing is said.

use formats::import::Source;
use std::io::{Cursor, Write};
use std::path::Path;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const PLACES: usize = 20;

fn file(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name)).unwrap()
}

fn zipped(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn samples() -> Vec<(&'static str, Vec<u8>)> {
    let story = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples/ito-no-machi.epub"));
    let mut samples: Vec<(&str, Vec<u8>)> = [
        "Map001.json",
        "ferry.docx",
        "garden.html",
        "lamp.docx",
        "lamp.odt",
        "tower.fb2",
        "kindle/ledger.mobi",
        "pdf/machi.pdf",
        "pdf/ledger.pdf",
        "rtf/ledger.rtf",
        "rtf/machi.rtf",
    ]
    .map(|name| (name, file(name)))
    .into();
    samples.push(("tower.fb2.zip", zipped(&[("tower.fb2", file("tower.fb2"))])));
    samples.push((
        "texts.zip",
        zipped(&[("1.txt", "雪。".repeat(80).into()), ("2.txt", "雨。".repeat(80).into())]),
    ));
    samples.push(("book.epub", story.unwrap()));
    samples
}

#[test]
fn a_cut_file_is_refused_or_what_is_missing_is_said() {
    let mut faults = Vec::new();
    for (name, bytes) in samples() {
        let whole = formats::template::take(&Source::new(&bytes, name)).unwrap().imported.findings;
        for place in 1..PLACES {
            let at = bytes.len() * place / PLACES;
            let cut = bytes[..at].to_vec();
            let Ok(taken) = formats::template::take(&Source::new(&cut, name)) else { continue };
            let is_new = |finding: &&formats::import::FileFault| {
                !whole.contains(finding)
                    && !finding.message.contains("BLAKE3")
                    && finding.subject != "outline"
            };
            if !taken.imported.findings.iter().any(|finding| is_new(&finding)) {
                faults.push(format!("{name} at {place}/{PLACES}: {:?}", taken.imported.findings));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_text_that_stops_in_a_sentence_is_told() {
    let chinese = "雪下了一夜，天亮的时候才停。他推开门走了出去，谁也没有看见。\n".repeat(40);
    let aozora = format!(
        "雨の本\n空野書子\n\n{0}\n【テキスト中に現れる記号について】\n{0}\n\n{1}\n底本：「雨の本」\n",
        "-".repeat(20),
        "　雨《あめ》が降っていた。風《かぜ》も吹いていた。\n".repeat(40)
    );
    for (name, text) in
        [("a.txt", chinese.clone()), ("a.md", chinese.replace('\n', "\n\n")), ("b.txt", aozora)]
    {
        let told = |text: &str| -> bool {
            let findings = formats::import(&Source::new(text.as_bytes(), name)).unwrap().findings;
            findings.iter().any(|finding| finding.message.contains("its end may be missing"))
        };
        assert!(!told(&text), "{name} is whole");
        for place in 8..PLACES {
            let cut: String = text.chars().take(text.chars().count() * place / PLACES).collect();
            // Whoever cuts between two sentences of a text leaves no trace; the library's text has an end of its own.
            let is_seen =
                name == "b.txt" || cut.ends_with(|last: char| last.is_alphanumeric() || last == '，');
            assert!(!is_seen || told(&cut), "{name} at {place}: {}", cut.lines().next_back().unwrap());
        }
    }
}
