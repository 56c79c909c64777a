//! Dictionaries as others write them: CC-CEDICT, EDICT and `FreeDict`.

use checks::dictionary::glossary::mark_of;
use checks::dictionary::{Dictionary, cedict, edict, freedict};

#[test]
fn both_scripts_lead_to_the_translation() {
    let glossary = cedict::read(
        "# comment\n龍魂 龙魂 [long2 hun2] /dragon soul/spirit (of a dragon)/\nbroken".as_bytes(),
    );
    assert_eq!(glossary.len(), 2);
    assert_eq!(glossary.stems("龙魂"), ["dragon", "soul", "spirit"].map(mark_of));
}

#[test]
fn word_and_reading_lead_to_the_translation() {
    let text = "物語 [ものがたり] /(n) tale/story/legend/(P)/EntL1502830X/";
    let (in_euc_jp, _, _) = encoding_rs::EUC_JP.encode(text);
    for glossary in [edict::read(text.as_bytes()), edict::read(&in_euc_jp)] {
        for head in ["物語", "ものがたり"] {
            assert_eq!(glossary.stems(head), ["tale", "stor", "legend"].map(mark_of), "{head}");
        }
    }
}

#[test]
fn inflected_verbs_are_found_by_their_stem() {
    let text = "読む [よむ] /(v5m) to read/\n食べる [たべる] /(v1) to eat/\n古い [ふるい] /(adj-i) old/";
    let glossary = edict::read(text.as_bytes());
    for head in ["読ん", "読み", "食べ", "古く"] {
        assert_eq!(glossary.stems(head).len(), 1, "{head}");
    }
}

const TEXT: &str = "00-database-short\nA test\nHaus /haʊs/ <neut, n, sg>\nhouse, building\n   Synonym: {Heim}\nSchwert /ʃveːɐt/\n1. sword\n";

fn digits(mut number: usize) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[number % 64]);
        number /= 64;
        if number == 0 {
            break;
        }
    }
    digits.reverse();
    String::from_utf8(digits).unwrap()
}

#[test]
fn the_index_tells_head_words_from_translations() {
    let (house, sword) = (TEXT.find("Haus").unwrap(), TEXT.find("Schwert").unwrap());
    let line =
        |head: &str, from: usize, to: usize| format!("{head}\t{}\t{}", digits(from), digits(to - from));
    let index = [
        line("schwert", sword, TEXT.len()),
        line("00databaseshort", 0, house),
        line("haus", house, sword),
        "broken".to_owned(),
        "beyond\t//////\t//".to_owned(),
    ];
    let glossary = freedict::read(&index.join("\n"), TEXT.as_bytes()).unwrap();
    assert_eq!(glossary.stems("haus"), ["hous", "build"].map(mark_of));
    assert_eq!(glossary.stems("schwert"), ["sword"].map(mark_of));
    assert!(glossary.stems("house").is_empty());
}
