//! Documents of office programs at the door: in, rehearsed, out, verified, and opened by programs by others.

use crate::foreign_clients::{python, succeed};
use crate::program::{is_build_server, skip, test_cli, writer_url};
use std::path::Path;
use std::process::Command;
use testkit::cli::TestCli;

const DOCUMENTS: [(&str, &[u8]); 3] = [
    ("ferry.docx", include_bytes!("../../../../crates/formats/tests/files/ferry.docx")),
    ("lamp.docx", include_bytes!("../../../../crates/formats/tests/files/lamp.docx")),
    ("lamp.odt", include_bytes!("../../../../crates/formats/tests/files/lamp.odt")),
];

/// The characters of a document in the order of its body, found by a library of Python.
const READER: &str = r#"
import sys
path = sys.argv[1]
if path.endswith(".docx"):
    import docx
    from docx.oxml.ns import qn
    document = docx.Document(path)
    print("".join(text.text or "" for text in document.element.body.iter(qn("w:t"))))
else:
    from odf import opendocument, teletype, text
    document = opendocument.load(path)
    def walk(node):
        for child in node.childNodes:
            if child.nodeType == 1 and child.qname[1] in ("p", "h"):
                print(teletype.extractText(child))
            elif child.nodeType == 1:
                walk(child)
    walk(document.text)
"#;

fn stem(name: &str) -> &str {
    name.split('.').next().unwrap()
}

fn letters(text: &str) -> String {
    text.chars().filter(|character| character.is_alphanumeric()).collect()
}

/// A text as a reader sees it: without the numbers of tags.
fn shown(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once('<') {
        shown.push_str(before);
        match tail.split_once('>') {
            Some((tag, after)) if tag.trim_matches('/').parse::<u16>().is_ok() => rest = after,
            _ => {
                shown.push('<');
                rest = tail;
            }
        }
    }
    letters(&(shown + rest))
}

/// Imports a document, has it translated and writes it; the name of the written file.
fn translated(cli: &TestCli, name: &str, bytes: &[u8]) -> String {
    cli.file(name, bytes);
    let ending = name.rsplit('.').next().unwrap();
    cli.ok(&["import", name]);
    let book = cli.json(&["books"])[0]["id"].as_str().unwrap().to_owned();
    cli.ok(&["translate", &book, "--to", "fr", "--model", "writer", "--base-url", writer_url()]);
    cli.ok(&["export", &book]);
    let written = format!("{}.fr.{ending}", stem(name));
    cli.ok(&["verify", &written]);
    written
}

/// Every paragraph, and what was made of it.
fn translations(cli: &TestCli) -> Vec<(String, String)> {
    let book = cli.json(&["books"])[0]["id"].as_str().unwrap().to_owned();
    let paragraphs = cli.paragraphs(&book).into_iter();
    paragraphs
        .map(|paragraph| {
            let translation = paragraph.translation.unwrap_or_else(|| paragraph.text.clone());
            (paragraph.text, translation)
        })
        .collect()
}

/// Another file made of one by LibreOffice, or nothing where that is not installed.
pub(crate) fn office(test: &str, cli: &TestCli, name: &str, to: &str) -> Option<Vec<u8>> {
    // Two of its parts: texts and sheets.
    let program = Path::new("/usr/lib/libreoffice/program");
    if !["libswlo.so", "libsclo.so"].iter().all(|part| program.join(part).exists()) {
        assert!(
            !is_build_server(),
            "the build server must have LibreOffice; `scripts/setup-tests` installs it"
        );
        skip(test, "LibreOffice is not installed; `scripts/setup-tests` installs it");
        return None;
    }
    let profile = format!("-env:UserInstallation=file://{}", cli.path("office").display());
    let output = cli.path("converted");
    let mut command = Command::new("/usr/bin/soffice");
    command.args([&profile, "--headless", "--convert-to", to, "--outdir"]).arg(&output).arg(cli.path(name));
    succeed(&mut command);
    let (stem, _) = name.rsplit_once('.').unwrap();
    let ending = to.split(':').next().unwrap();
    Some(std::fs::read(output.join(format!("{stem}.{ending}"))).unwrap())
}

#[test]
fn a_document_goes_out_as_it_came_without_a_translation() {
    for (name, bytes) in DOCUMENTS {
        let cli = test_cli();
        cli.file(name, bytes);
        cli.ok(&["import", name]);
        let book = cli.json(&["books"])[0]["id"].as_str().unwrap().to_owned();
        let ending = name.rsplit('.').next().unwrap();
        let out = format!("out.{ending}");
        cli.ok(&["export", &book, "-o", &out]);
        assert!(std::fs::read(cli.path(&out)).unwrap() == bytes, "{name}");
        cli.ok(&["verify", &out]);
        let other = if ending == "docx" { "out.odt" } else { "out.docx" };
        assert_eq!(cli.run(&["export", &book, "-o", other]).code, 2, "{name} as {other}");
        cli.ok(&["export", &book, "-o", "out.epub"]);
        cli.ok(&["verify", "out.epub"]);
    }
}

#[test]
fn a_library_of_python_reads_every_word_of_a_translated_document() {
    let test = "a_library_of_python_reads_every_word_of_a_translated_document";
    let Some(python) = python(test, "python") else { return };
    for (name, bytes) in DOCUMENTS {
        let cli = test_cli();
        let written = translated(&cli, name, bytes);
        let script = cli.file("reader.py", READER);
        let read = letters(&succeed(Command::new(&python).arg(script).arg(cli.path(&written))));
        for (source, translation) in translations(&cli) {
            let wanted = shown(&translation);
            let is_margin = ["Ferry", "Printed", "Lamp"].iter().any(|word| source.contains(word));
            assert!(read.contains(&wanted) || is_margin, "{name}: {translation}\n{read}");
        }
    }
}

#[test]
fn an_office_program_opens_a_translated_document() {
    let test = "an_office_program_opens_a_translated_document";
    for (name, bytes) in DOCUMENTS {
        let cli = test_cli();
        let written = translated(&cli, name, bytes);
        let Some(text) = office(test, &cli, &written, "txt:Text (encoded):UTF8") else { return };
        let read = letters(&String::from_utf8(text).unwrap());
        for (source, translation) in translations(&cli) {
            let wanted = shown(&translation);
            let is_margin = ["Ferry", "Printed", "Lamp"].iter().any(|word| source.contains(word));
            assert!(read.contains(&wanted) || is_margin, "{name}: {translation}\n{read}");
        }
    }
}

#[test]
fn a_bilingual_document_opens_too() {
    let test = "a_bilingual_document_opens_too";
    for (name, bytes) in DOCUMENTS {
        let cli = test_cli();
        translated(&cli, name, bytes);
        let book = cli.json(&["books"])[0]["id"].as_str().unwrap().to_owned();
        let both = format!("both.{}", name.rsplit('.').next().unwrap());
        cli.ok(&["export", &book, "--bilingual", "above", "-o", &both]);
        cli.ok(&["verify", &both]);
        let Some(text) = office(test, &cli, &both, "txt:Text (encoded):UTF8") else { return };
        let read = letters(&String::from_utf8(text).unwrap());
        assert!(read.contains("Inthemorning"), "{name}: {read}");
    }
}
