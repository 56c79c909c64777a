//! Encodings and languages recognised, overridden and kept; bad input refused with what the person should hear.

use crate::text_manuscript::{export_and_prove, import, layout, manuscript, texts, try_import, untouched};
use book::text::markup::Marked;
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252,
    WINDOWS_1253, WINDOWS_1254,
};
use formats::export::{Bilingual, Outcome};
use formats::import::{HowKnown, ImportError};

const JA: &str = "雨の朝、私は駅まで歩いた。\n「もう帰ろう」と彼は言った。けれども空はまだ暗かったので、二人はしばらく待つことにした。\n";
const HANS: &str =
    "那天早上下着雨，我慢慢走到了车站。\n“我们回去吧。”他说。可是天还没有亮，所以两个人决定再等一会儿。\n";
const HANT: &str =
    "那天早上下著雨，我慢慢走到了車站。\n「我們回去吧。」他說。可是天還沒有亮，所以兩個人決定再等一會兒。\n";
const KO: &str = "비가 오는 아침, 나는 역까지 걸어갔다.\n\"이제 돌아가자\"라고 그가 말했다. 하지만 하늘은 아직 어두워서 둘은 조금 더 기다리기로 했다.\n";
const FR: &str = "Ce matin-là il pleuvait, et je marchai jusqu'à la gare.\n« Rentrons », dit-il. Mais le ciel était encore très sombre, et nous décidâmes d'attendre un peu.\n";
const DE: &str = "An jenem Morgen regnete es, und ich ging zu Fuß zum Bahnhof.\n»Gehen wir zurück«, sagte er. Aber der Himmel war noch trüb, und so beschlossen wir, noch ein wenig zu warten, schließlich hörten wir die Vögel.\n";
const RU: &str = "В то утро шёл дождь, и я пошёл пешком до станции.\n«Вернёмся», — сказал он. Но небо было ещё тёмным, и мы решили немного подождать.\n";
const PL: &str = "Tego ranka padał deszcz i poszedłem pieszo na dworzec.\n„Wracajmy”, powiedział. Ale niebo było jeszcze ciemne, więc postanowiliśmy trochę poczekać, żeby zobaczyć słońce.\n";
const EL: &str = "Εκείνο το πρωί έβρεχε και περπάτησα μέχρι τον σταθμό.\nΑς γυρίσουμε, είπε. Όμως ο ουρανός ήταν ακόμα σκοτεινός και αποφασίσαμε να περιμένουμε λίγο.\n";
const TR: &str = "O sabah yağmur yağıyordu ve istasyona kadar yürüdüm.\nGeri dönelim, dedi. Ama gökyüzü hâlâ karanlıktı, bu yüzden biraz beklemeye karar verdik; şafağı gördük.\n";
const EN: &str = "It was raining that morning, and I walked to the station.\n\"Let us go back,\" he said. But the sky was still dark, and so we decided to wait a little.\n";

const SAMPLES: &[(&str, &str, &Encoding)] = &[
    (JA, "ja", UTF_8),
    (JA, "ja", SHIFT_JIS),
    (JA, "ja", EUC_JP),
    (HANS, "zh-Hans", UTF_8),
    (HANS, "zh-Hans", GB18030),
    (HANT, "zh-Hant", BIG5),
    (HANT, "zh-Hant", UTF_8),
    (KO, "ko", EUC_KR),
    (KO, "ko", UTF_8),
    (FR, "fr", WINDOWS_1252),
    (DE, "de", WINDOWS_1252),
    (RU, "ru", WINDOWS_1251),
    (PL, "pl", WINDOWS_1250),
    (EL, "el", WINDOWS_1253),
    (TR, "tr", WINDOWS_1254),
    (EN, "en", UTF_8),
    (RU, "ru", UTF_8),
];

fn utf16(text: &str, units: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(units).collect()
}

fn name_and_how(bytes: &[u8]) -> (&'static str, HowKnown) {
    let encoding = import(bytes).encoding.unwrap();
    (encoding.name, encoding.how)
}

#[test]
fn encodings_and_languages_are_recognised() {
    for (text, language, encoding) in SAMPLES {
        let (bytes, _, unmappable) = encoding.encode(text);
        assert!(!unmappable, "{} {language}", encoding.name());
        let imported = import(&bytes);
        assert_eq!(
            imported.encoding.as_ref().unwrap().name.to_lowercase(),
            encoding.name().to_lowercase(),
            "{language}"
        );
        assert_eq!(imported.book.language.as_ref().unwrap().as_str(), *language, "{}", encoding.name());
        assert_eq!(texts(&imported.book), text.lines().collect::<Vec<_>>());
        assert_eq!(
            export_and_prove(&imported, &bytes, &untouched(&imported.book), layout(Bilingual::No)),
            bytes.as_ref()
        );
    }
}

#[test]
fn marks_are_believed_and_utf16_is_found_without_one() {
    for text in [JA, EN, KO, RU, HANS] {
        let marked = [&[0xef, 0xbb, 0xbf], text.as_bytes()].concat();
        assert_eq!(name_and_how(&marked), ("UTF-8", HowKnown::Declared));
        for (name, mark, units) in [
            ("UTF-16LE", [0xff, 0xfe], u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ("UTF-16BE", [0xfe, 0xff], u16::to_be_bytes),
        ] {
            let plain = utf16(text, units);
            assert_eq!(name_and_how(&plain), (name, HowKnown::Detected));
            let marked = [mark.as_slice(), plain.as_slice()].concat();
            assert_eq!(name_and_how(&marked), (name, HowKnown::Declared));
            let imported = import(&marked);
            assert_eq!(texts(&imported.book), text.lines().collect::<Vec<_>>());
            let half = manuscript(&imported.book, "fr", |paragraph| match paragraph.place.block {
                0 => Outcome::Translated(Marked::from_plain("Été 😀")),
                _ => Outcome::Kept,
            });
            let bytes = export_and_prove(&imported, &marked, &half, layout(Bilingual::No));
            let second = text.lines().nth(1).unwrap();
            assert_eq!(bytes, [mark.as_slice(), &utf16(&format!("Été 😀\n{second}\n"), units)].concat());
        }
    }
}

#[test]
fn the_person_decides_the_encoding_where_they_say_so() {
    let (bytes, _, _) = SHIFT_JIS.encode("雨\n雪\n");
    let told = try_import(&bytes, Some("sjis")).unwrap();
    assert_eq!(told.encoding.as_ref().unwrap().name, "Shift_JIS");
    assert_eq!(told.encoding.as_ref().unwrap().how, HowKnown::Told);
    assert_eq!(texts(&told.book), ["雨", "雪"]);
    // Nothing but the bytes and the manuscript is needed to write the file again.
    let half = manuscript(&told.book, "zh-Hans", |paragraph| match paragraph.place.block {
        0 => Outcome::Translated(Marked::from_plain("雨")),
        _ => Outcome::Kept,
    });
    export_and_prove(&told, &bytes, &half, layout(Bilingual::No));
    assert_eq!(
        export_and_prove(&told, &bytes, &untouched(&told.book), layout(Bilingual::No)),
        bytes.as_ref()
    );
    let gbk = try_import(&GB18030.encode("雨").0, Some("gbk")).unwrap();
    assert_eq!(gbk.encoding.unwrap().name, "GB18030");
}

#[test]
fn a_translation_the_encoding_cannot_hold_makes_the_file_utf8() {
    let (bytes, _, _) = SHIFT_JIS.encode(JA);
    let imported = import(&bytes);
    let translated = |word: &'static str| {
        manuscript(&imported.book, "zh-Hans", move |paragraph| match paragraph.place.block {
            0 => Outcome::Translated(Marked::from_plain(word)),
            _ => Outcome::Kept,
        })
    };
    let second = JA.lines().nth(1).unwrap();
    let kept = export_and_prove(&imported, &bytes, &translated("東京駅"), layout(Bilingual::No));
    assert_eq!(kept, SHIFT_JIS.encode(&format!("東京駅\n{second}\n")).0.as_ref());
    let widened = export_and_prove(&imported, &bytes, &translated("东京车站"), layout(Bilingual::No));
    assert_eq!(widened, format!("东京车站\n{second}\n").as_bytes());
    // Written as another character in Shift_JIS, so it must not be written in Shift_JIS.
    let exact = export_and_prove(&imported, &bytes, &translated("100¥ −1"), layout(Bilingual::No));
    assert_eq!(exact, format!("100¥ −1\n{second}\n").as_bytes());
}

#[test]
fn a_few_spoilt_bytes_are_lived_with_and_told() {
    let long = JA.repeat(60);
    for encoding in [UTF_8, SHIFT_JIS, EUC_JP] {
        let mut bytes = encoding.encode(&long).0.into_owned();
        let at = bytes.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        bytes.insert(at, 0xff);
        let imported = import(&bytes);
        assert_eq!(imported.encoding.as_ref().unwrap().name, encoding.name());
        assert_eq!(imported.findings.len(), 1, "{}", encoding.name());
        let finding = imported.findings[0].to_string();
        assert!(
            finding.starts_with("line 2: 1 place") && finding.contains(&format!("at byte {at}")),
            "{finding}"
        );
        assert!(texts(&imported.book)[1].starts_with('\u{fffd}'));
        assert_eq!(
            export_and_prove(&imported, &bytes, &untouched(&imported.book), layout(Bilingual::No)),
            bytes
        );
    }
}

/// Bad input: the bytes, the encoding told, and the beginning of what the person reads.
#[test]
fn bad_input_is_refused_with_advice() {
    let sjis = SHIFT_JIS.encode(JA).0.into_owned();
    let mut binary = b"\x7fELF\x02\x01\x01".to_vec();
    binary.extend((0_u32..4000).flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()));
    let controls: Vec<u8> = (0..2000_u32).map(|n| u8::try_from(n % 29 + 1).unwrap()).collect();
    let table: &[(&str, &[u8], Option<&str>, &str)] = &[
        ("an empty file", b"", None, "the file is empty"),
        ("white space only", b" \n\t\r\n\xe3\x80\x80\n", None, "there are no words in this file"),
        (
            "bytes 0 in a text",
            b"some\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0text\n",
            None,
            "the file is damaged: there is a byte 0",
        ),
        ("a program", &binary, None, "the file is damaged: there is a byte 0"),
        ("control characters", &controls, None, "this kind of file is not known"),
        ("an unknown encoding", b"text", Some("klingon"), "`klingon` is not a known encoding"),
        (
            "an encoding of the web that is none",
            b"text",
            Some("replacement"),
            "`replacement` is not a known encoding",
        ),
        ("the wrong encoding told", &sjis, Some("utf-8"), "the text is not valid UTF-8:"),
        ("UTF-32", &[0xff, 0xfe, 0, 0, b'a', 0, 0, 0], None, "this is a text in UTF-32"),
        ("a PDF", b"%PDF-1.7 text", None, "this is a PDF"),
    ];
    for (what, bytes, encoding, message) in table {
        let error = try_import(bytes, *encoding).unwrap_err().to_string();
        assert!(error.starts_with(message), "{what}: {error}");
    }
    assert!(matches!(
        try_import(&sjis, Some("utf-8")),
        Err(ImportError::WrongEncoding { n_faults: 2.., first: 0, .. })
    ));
}

#[test]
fn line_breaks_of_all_kinds_are_kept_even_mixed() {
    let original = b"one\r\ntwo\rthree\n\r\n\nfour";
    let imported = import(original);
    assert_eq!(texts(&imported.book), ["one", "two", "three", "", "", "four"]);
    let full = manuscript(&imported.book, "en", |paragraph| {
        if paragraph.is_empty() { Outcome::Kept } else { Outcome::Translated(Marked::from_plain("x")) }
    });
    assert_eq!(export_and_prove(&imported, original, &full, layout(Bilingual::No)), b"x\r\nx\rx\n\r\n\nx");
    assert_eq!(
        export_and_prove(&imported, original, &full, layout(Bilingual::Above)),
        b"one\r\nx\r\ntwo\rx\rthree\nx\n\r\n\nfour\nx"
    );
}

#[test]
fn a_foreign_manuscript_is_refused() {
    let imported = import(EN.as_bytes());
    let format = formats::format_of(imported.book.format).unwrap();
    let untouched = untouched(&imported.book);
    let error = format.export(DE.as_bytes(), &untouched, &layout(Bilingual::No)).unwrap_err().to_string();
    assert!(error.contains("disagree at line 1"), "{error}");
    let shorter = EN.lines().next().unwrap();
    let error =
        format.export(shorter.as_bytes(), &untouched, &layout(Bilingual::No)).unwrap_err().to_string();
    assert!(error.contains("the file has 1 paragraphs, the library 2"), "{error}");
}
