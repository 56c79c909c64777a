//! Subtitles in and out: timing as it was, lines of their own, and what other libraries read.

use crate::ranged_kit::{bare, comes_back, export, file, import, paragraphs, python, translated, try_import};
use crate::text_manuscript::manuscript;
use book::text::markup::Marked;
use formats::export::{Bilingual, Manuscript, Outcome};
use formats::import::Imported;

const FILES: [&str; 3] = ["harbour.srt", "harbour.vtt", "harbour.ass"];

#[test]
fn cues_are_paragraphs_and_subtitles_come_back_byte_for_byte() {
    let mut shown = Vec::new();
    for name in FILES {
        shown.push(format!("# {name}"));
        shown.extend(paragraphs(&comes_back(&file(name), name)));
    }
    insta::assert_snapshot!(shown.join("\n"));
}

#[test]
fn subtitles_are_known_by_their_content() {
    for name in FILES {
        assert_eq!(
            import(&file(name), "film.txt").book.format,
            import(&file(name), name).book.format,
            "{name}"
        );
    }
}

#[test]
fn timing_stays_and_every_cue_is_replaced() {
    let long = "Ein langes Wort und noch viele andere Worte dazu";
    for name in FILES {
        for bilingual in [Bilingual::No, Bilingual::Above, Bilingual::Below] {
            let written = String::from_utf8(translated(&file(name), name, long, bilingual)).unwrap();
            if bilingual != Bilingual::Below {
                insta::assert_snapshot!(format!("{name}_{bilingual:?}").to_lowercase(), written);
            }
        }
    }
}

#[test]
fn words_that_look_like_timing_or_tags_stay_words() {
    for name in FILES {
        for word in [
            "00:00:01,000 --> 00:00:02,000",
            "<i>",
            "{\\an8}",
            "{x}",
            "\\N",
            "&amp;",
            "7",
            "</font>",
            "-->",
            "<v Bob>",
        ] {
            translated(&file(name), name, word, Bilingual::No);
            translated(&file(name), name, word, Bilingual::Above);
        }
    }
}

#[test]
fn a_cue_that_is_read_too_fast_is_told_with_its_time() {
    let bytes = file("harbour.srt");
    let imported = import(&bytes, "harbour.srt");
    let format = formats::format_of(imported.book.format).unwrap();
    let long = Marked::from_plain(&"Wort ".repeat(20));
    let slow = manuscript(&imported.book, "de", |_| Outcome::Kept);
    assert!(format.remarks(&bytes, &slow).unwrap().is_empty());
    let fast = manuscript(&imported.book, "de", |paragraph| {
        if paragraph.text.as_str().contains("Run") {
            Outcome::Translated(Marked::parse(&format!("<1/><2>{}</2>", long.as_str().trim())).unwrap())
        } else {
            Outcome::Kept
        }
    });
    let remarks = format.remarks(&bytes, &fast).unwrap();
    let [remark] = remarks.as_slice() else { panic!("{remarks:?}") };
    assert_eq!(
        remark.to_string(),
        "00:00:06,500: 160 characters a second to read, 20 are comfortable; shorten it"
    );
    export(&imported, &bytes, &fast, Bilingual::No);
}

/// What a subtitle library by others reads: times and plain words.
const READER: &str = "
import sys, pysubs2
for line in pysubs2.load(sys.argv[1], encoding='utf-8'):
    if not line.is_comment and not line.is_drawing:
        print(line.start, line.end, line.plaintext.replace('\\n', ' '))
";

#[test]
fn a_subtitle_library_by_others_reads_the_same_times_and_every_translation() {
    for name in FILES {
        let ending = name.rsplit('.').next().unwrap();
        let Some(before) = python(READER, &file(name), ending) else { return };
        let after = python(READER, &translated(&file(name), name, "Wort", Bilingual::No), ending).unwrap();
        let times = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(times(&before), times(&after), "{name}");
        for line in after.lines().filter(|line| !line.contains('♪')) {
            // The library leaves times inside a cue where they are.
            let words = line.splitn(3, ' ').nth(2).unwrap_or_default().replace("<00:00:05.000>", "");
            assert!(bare(&words).replace("Wort", "").is_empty() && words.contains("Wort"), "{name}: {line}");
        }
    }
}

/// The same by a second library, for `SubRip`.
const SRT_READER: &str = "
import sys, srt
for cue in srt.parse(open(sys.argv[1], encoding='utf-8').read()):
    print(cue.index, cue.start, cue.end, cue.proprietary)
";

#[test]
fn numbers_and_positions_of_cues_are_untouched() {
    let bytes = file("harbour.srt");
    let Some(before) = python(SRT_READER, &bytes, "srt") else { return };
    let after = python(SRT_READER, &translated(&bytes, "harbour.srt", "Wort", Bilingual::No), "srt").unwrap();
    assert_eq!(before, after);
}

#[test]
fn subtitles_without_words_or_of_nothing_but_times_are_refused_or_read_at_once() {
    assert!(try_import(b"1\n00:00:01,000 --> 00:00:02,000\n\n", "a.srt").is_err());
    let many = "00:00:01,000 --> 00:00:02,000\n".repeat(50_000);
    assert!(try_import(many.as_bytes(), "a.srt").is_err());
    let deep = format!("1\n00:00:01,000 --> 00:00:02,000\n{}word", "<i>".repeat(8_000));
    let _ = try_import(deep.as_bytes(), "a.srt");
}

/// A file of one cue that is seen for so long, with its words in this language.
fn one_cue(duration_ms: u64, words: &str, target: &str) -> (Vec<u8>, Imported, Manuscript) {
    let (seconds, milliseconds) = (1 + duration_ms / 1_000, duration_ms % 1_000);
    let bytes = format!("1\n00:00:01,000 --> 00:00:{seconds:02},{milliseconds:03}\nword\n").into_bytes();
    let imported = import(&bytes, "a.srt");
    let words = Marked::from_plain(words);
    let manuscript = manuscript(&imported.book, target, |_| Outcome::Translated(words.clone()));
    (bytes, imported, manuscript)
}

#[test]
fn a_cue_is_too_fast_by_the_measure_of_its_language() {
    let n_remarks = |words: &str, duration_ms: u64, target: &str| {
        let (bytes, imported, manuscript) = one_cue(duration_ms, words, target);
        let format = formats::format_of(imported.book.format).unwrap();
        format.remarks(&bytes, &manuscript).unwrap().len()
    };
    let forty = "abcd ".repeat(10);
    assert_eq!(n_remarks(&forty, 2_000, "de"), 0);
    assert_eq!(n_remarks(&forty, 1_500, "de"), 1);
    assert_eq!(n_remarks("彼は何も言わずに部屋を出ていった。", 1_500, "ja"), 1);
    assert_eq!(n_remarks("はい。", 1_000, "ja"), 0);
    assert_eq!(n_remarks(&forty, 0, "de"), 0);
}

#[test]
fn lines_are_few_and_even() {
    let broken = |words: &str| {
        let (bytes, imported, manuscript) = one_cue(8_000, words, "de");
        let written = String::from_utf8(export(&imported, &bytes, &manuscript, Bilingual::No)).unwrap();
        written.strip_prefix("1\n00:00:01,000 --> 00:00:09,000\n").unwrap().trim_end_matches('\n').to_owned()
    };
    assert_eq!(broken("Short enough."), "Short enough.");
    assert_eq!(
        broken("I never said that she would come back, did I, my old friend?"),
        "I never said that she would come back,\ndid I, my old friend?"
    );
    assert_eq!(
        broken("彼女が戻ってくるとは一度も言わなかった、そうだろう、古い友よ。"),
        "彼女が戻ってくるとは一度も言わなかった、\nそうだろう、古い友よ。"
    );
    assert_eq!(broken(&"x".repeat(100)), "x".repeat(100));
}
