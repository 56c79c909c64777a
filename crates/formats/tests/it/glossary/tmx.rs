//! Translation memories: our own come back with their markup, those of other tools without it.

use super::languages;
use book::text::markup::Marked;
use formats::tmx::{TranslationPair, read, write};
use proptest::prelude::*;

fn pair(source: &str, translation: &str) -> TranslationPair {
    TranslationPair::new(Marked::parse(source).unwrap(), Marked::parse(translation).unwrap())
}

#[test]
fn our_own_memory_comes_back_with_tags_and_ruby() {
    let pairs = [
        pair("吾輩は<1>猫</1>である<2/>。", "I am <2/>a <1>cat</1>."),
        pair("｜宇宙《そら》と<1>｜海《うみ》</1>", "The &lt;1&gt; sky &amp; <1>the sea</1>"),
        pair("a < b & c\n二行目", "x > y"),
    ];
    let bytes = write("A & B", &"ja".parse().unwrap(), &"en".parse().unwrap(), &pairs);
    let memory = read(&bytes, &languages("ja", "en")).unwrap();
    assert_eq!(memory.pairs, pairs);
    assert_eq!((memory.source.as_str(), memory.target.as_str()), ("ja", "en"));
    assert!(memory.findings.is_empty());
}

const FOREIGN: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header creationtool="OmegaT" srclang="JA-JP" segtype="sentence" datatype="plaintext" adminlang="EN" o-tmf="x" creationtoolversion="5"/>
<body>
<tu><tuv lang="JA-JP"><seg>猫<bpt i="0">&lt;b></bpt>だ<ept i="0">&lt;/b></ept>。</seg></tuv><tuv lang="EN-US"><seg>A <hi type="x">cat</hi>.</seg></tuv></tu>
<tu><tuv xml:lang="ja"><seg>犬</seg></tuv><tuv xml:lang="de"><seg>Hund</seg></tuv></tu>
<tu><tuv xml:lang="ja"><seg>鳥</seg></tuv><tuv xml:lang="de"><seg>Vogel</seg></tuv><tuv xml:lang="en-GB"><seg>Bird</seg></tuv></tu>
<tu><tuv xml:lang="ja"><seg>魚</seg></tuv><tuv xml:lang="en"><seg> </seg></tuv></tu>
</body></tmx>"#;

#[test]
fn memories_of_other_tools_give_their_words_in_the_languages_asked_for() {
    let memory = read(FOREIGN.as_bytes(), &languages("ja", "en")).unwrap();
    assert_eq!(memory.pairs, [pair("猫だ。", "A cat."), pair("鳥", "Bird")]);
    let german = read(FOREIGN.as_bytes(), &languages("ja", "de")).unwrap();
    assert_eq!(german.pairs, [pair("犬", "Hund"), pair("鳥", "Vogel")]);
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(FOREIGN.replace("utf-8", "utf-16").encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    assert_eq!(read(&utf16, &languages("ja", "en")).unwrap().pairs.len(), 2);
    let error = read(FOREIGN.as_bytes(), &languages("ja", "fr")).unwrap_err().to_string();
    assert!(error.contains("`de`") && error.contains("`fr`"), "{error}");
}

#[test]
fn broken_memories_say_the_line() {
    let cases: [(&str, &str); 5] = [
        ("", "empty"),
        ("hello", "not XML"),
        ("<tmx><body>\n<tu>\n</tuv></tu></body></tmx>", "line 3"),
        ("<html/>", "another kind (`html`)"),
        ("<tmx version=\"1.4\"><header srclang=\"ja\"/><body/></tmx>", "no entries"),
    ];
    for (text, words) in cases {
        let error = read(text.as_bytes(), &languages("ja", "en")).unwrap_err().to_string();
        assert!(error.contains(words), "`{words}` is not in `{error}`");
    }
    let long = FOREIGN.replace("犬", &"犬".repeat(100_001));
    let error = read(long.as_bytes(), &languages("ja", "de")).unwrap_err().to_string();
    assert!(error.contains("line 6"), "{error}");
}

fn marked() -> impl Strategy<Value = Marked> {
    proptest::collection::vec((0..4_u16, "[a-z猫<>&《》｜\n ]{1,6}"), 1..5).prop_map(|pieces| {
        let mut text = String::new();
        for (tag, inner) in pieces {
            let inner = Marked::from_plain(&inner);
            match tag {
                0 => text.push_str(inner.as_str()),
                1 => text.extend(["<1>", inner.as_str(), "</1>"]),
                2 => text.extend(["<2/>", inner.as_str()]),
                _ => text.push_str("｜海《うみ》"),
            }
        }
        Marked::parse(&text).unwrap()
    })
}

proptest! {
    #[test]
    fn any_marked_text_comes_back(source in marked(), translation in marked()) {
        prop_assume!(!source.plain().trim().is_empty() && !translation.plain().trim().is_empty());
        let pairs = [TranslationPair::new(source, translation)];
        let bytes = write("t", &"ja".parse().unwrap(), &"en".parse().unwrap(), &pairs);
        let memory = read(&bytes, &languages("ja", "en")).unwrap();
        prop_assert_eq!(memory.pairs.as_slice(), &pairs);
    }
}
