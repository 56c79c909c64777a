//! A very long book, and files made to cost time or memory.

use crate::text_manuscript::{export_and_prove, import, layout, try_import, untouched};
use formats::export::Bilingual;
use std::fmt::Write;

/// The most memory this process has had, where the system tells.
fn peak_kilobytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn long_book() -> String {
    let mut text = String::new();
    for chapter in 1..=500 {
        writeln!(text, "第{chapter}話　長い旅の{chapter}日目\n").unwrap();
        for paragraph in 0..98 {
            writeln!(text, "　{paragraph}番目の段落である。雨は朝から降り続き、街道《かいどう》を行く人の影も見えなかった。彼女は窓を閉め、もう一度その手紙を読み返した。").unwrap();
        }
    }
    text
}

#[test]
fn fifty_thousand_paragraphs_are_read_within_the_memory_allowed() {
    let text = long_book();
    let imported = import(text.as_bytes());
    assert_eq!(imported.book.chapters.len(), 500);
    assert_eq!(imported.book.n_paragraphs(), 50_000);
    if let Some(peak) = peak_kilobytes() {
        println!("peak {} MB for a file of {} MB", peak / 1024, text.len() >> 20);
        assert!(peak < 200 * 1024, "{peak} kB");
    }
    let again =
        export_and_prove(&imported, text.as_bytes(), &untouched(&imported.book), layout(Bilingual::No));
    assert_eq!(again, text.as_bytes());
}

#[test]
fn millions_of_lines_are_refused() {
    let error = try_import("\n".repeat(5_000_000).as_bytes(), None).unwrap_err().to_string();
    assert!(error.starts_with("a text of millions of lines"), "{error}");
}

/// Shapes on which a careless reader takes the square of their length; each would then run for hours.
#[test]
fn shapes_made_to_cost_time_are_read_in_time() {
    let n = 40_000;
    for unit in [
        "《",
        "｜",
        "［＃",
        "※［＃",
        "《《",
        "漢",
        "》",
        "※［＃謎、1-2］",
        "字《",
        "「雨」［＃「雨」に傍点］",
        "［＃傍点］",
        "第一章\n",
        "一\n\n",
        "5\n\n",
        "■あ\n\n",
        "第1部\n",
        "Chapter 1\n",
        "プロローグ\n",
    ] {
        let text = format!("［＃３字下げ］雨［＃「雨」は大見出し］\n{}", unit.repeat(n));
        assert!(try_import(text.as_bytes(), None).is_ok(), "{unit}");
        let plain = format!("text\n{}", unit.repeat(n));
        assert!(try_import(plain.as_bytes(), None).is_ok(), "{unit}");
    }
}
