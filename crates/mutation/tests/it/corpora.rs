//! Corpora are read from the files of other programs.

use mutation::corpora::{handbook, wesnoth};
use std::fs;

/// A gettext catalogue of these sources and translations.
fn catalogue(pairs: &[(&str, &str)]) -> Vec<u8> {
    let n_pairs = pairs.len();
    let (sources, translations, texts) = (20, 20 + n_pairs * 8, 20 + n_pairs * 16);
    let mut numbers = vec![0x9504_12de, 0, n_pairs, sources, translations];
    let mut written = Vec::new();
    let (left, right) = (pairs.iter().map(|pair| pair.0), pairs.iter().map(|pair| pair.1));
    for text in left.chain(right) {
        numbers.extend([text.len(), texts + written.len()]);
        written.extend(text.as_bytes());
        written.push(0);
    }
    let numbers = numbers.into_iter().flat_map(|number| u32::try_from(number).unwrap().to_le_bytes());
    numbers.chain(written).collect()
}

#[test]
fn texts_are_read_with_their_speakers() {
    let root = tempfile::tempdir().unwrap();
    let scenarios = root.path().join("data/campaigns/Heir_To_The_Throne/scenarios");
    let catalogues = root.path().join("locale/de/LC_MESSAGES");
    fs::create_dir_all(&scenarios).unwrap();
    fs::create_dir_all(&catalogues).unwrap();
    let scenario = "[message]\n speaker=\"Li'sar\"\n message= _ \"He said \"\"no\"\".\"\n[/message]\n\
                    [message]\nmessage=_\"Nobody.\"";
    fs::write(scenarios.join("1.cfg"), scenario).unwrap();
    let pairs = [("He said \"no\".", "Er sagte „nein“."), ("Li’sar", "Li’sar"), ("Nobody.", "Niemand.")];
    fs::write(catalogues.join("wesnoth-httt.mo"), catalogue(&pairs)).unwrap();
    let corpus = wesnoth::read(root.path(), wesnoth::HEIR, "de").unwrap();
    let said: Vec<_> = corpus
        .lines
        .iter()
        .map(|line| (&*line.source, line.speaker.map(|speaker| &*corpus.characters[speaker].name.source)))
        .collect();
    assert_eq!(said, [("He said \"no\".", Some("Li’sar")), ("Nobody.", None)]);
}

#[test]
fn prose_is_read_without_tags() {
    let html =
        "<div class=\"para\">\n One <em>two</em> &amp;\n three.</div><p>no</p><div class=\"para\">Four.";
    let root = tempfile::tempdir().unwrap();
    for language in ["en-US", "de-DE"] {
        fs::create_dir(root.path().join(language)).unwrap();
        fs::write(root.path().join(language).join("1.html"), html).unwrap();
    }
    let (corpus, _) = handbook::read(root.path(), "de-DE").unwrap();
    let sources: Vec<&str> = corpus.lines.iter().map(|line| line.source.as_str()).collect();
    assert_eq!(sources, ["One two & three.", "Four."]);
    assert!(corpus.lines.iter().all(|line| line.translation == line.source));
}
