//! Files as other tools and people write them.

use super::{languages, pairs, read, read_as};
use book::knowledge::character::Gender;
use book::knowledge::term::TermKind;
use formats::glossary::{GlossaryError, GlossaryFormat, GlossarySource, Rows};
use std::io::Write;

#[test]
fn tables_with_names_of_columns_in_three_languages() {
    for head in [
        "source,target,note",
        "src,dst,info",
        "原文,译文,备注",
        "原文,訳文,備考",
        "Term,Translation,Comment",
        "raw_name,translated_name,Notes",
    ] {
        let text = format!("{head}\n凛,Rin,heroine\n魔剣,\"Sword, Demon\",\n");
        let read = read(text.as_bytes(), "g.csv").unwrap();
        assert_eq!(pairs(&read), [("凛", "Rin", "heroine"), ("魔剣", "Sword, Demon", "")], "{head}");
    }
}

#[test]
fn languages_above_the_columns_are_taken_for_what_they_are() {
    let read = read("English,Japanese,Notes\nRin,凛,x\n".as_bytes(), "g.csv").unwrap();
    assert_eq!(pairs(&read), [("凛", "Rin", "x")]);
    let read = super::read("Term [ja];Term [en]\n凛;Rin\n".as_bytes(), "g.csv").unwrap();
    assert_eq!(pairs(&read), [("凛", "Rin", "")]);
}

#[test]
fn tables_without_names_are_source_translation_note() {
    let read = read("// GalTransl dictionary\n凛\tRin\theroine\n魔剣\tDemon Sword\n".as_bytes(), "dict.txt")
        .unwrap();
    assert_eq!(pairs(&read), [("凛", "Rin", "heroine"), ("魔剣", "Demon Sword", "")]);
    assert_eq!(read.format, GlossaryFormat::Tsv);
    let read = super::read("凛,Rin\n魔剣,Demon Sword\n".as_bytes(), "deepl.csv").unwrap();
    assert_eq!(pairs(&read).len(), 2);
}

#[test]
fn every_usual_encoding_is_recognised() {
    let text = "原文\t译文\t备注\n薬屋の娘\t药店的女孩\t主角，沉着冷静\n魔法学校\t魔法学校\t地名\n";
    let japanese = "原文,訳文,備考\n薬屋の娘,The Apothecary's Girl,主人公である\n魔法の学校,School of Magic,場所の名前\n";
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let utf16_be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let with_mark = format!("\u{feff}{text}").into_bytes();
    let (gb18030, ..) = encoding_rs::GB18030.encode(text);
    for bytes in [text.as_bytes(), &with_mark, &utf16, &utf16_be, &gb18030] {
        let read = read(bytes, "g.txt").unwrap();
        assert_eq!(pairs(&read)[0], ("薬屋の娘", "药店的女孩", "主角，沉着冷静"), "{:?}", read.encoding);
    }
    let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode(japanese);
    assert_eq!(pairs(&read(&shift_jis, "g.csv").unwrap())[0].0, "薬屋の娘");
    let languages = languages("ja", "en");
    let told = GlossarySource {
        bytes: &shift_jis,
        file_name: "g.csv",
        encoding: Some("shift_jis"),
        languages: &languages,
        rows: Rows::Terms,
    };
    assert_eq!(formats::glossary::read(&told).unwrap().draft.terms.len(), 2);
}

#[test]
fn a_few_words_are_enough_to_tell_the_encoding_if_the_columns_are_named() {
    let text = "原文,译文,备注\nジョバンニ,Giovanni,hero\nザネリ,Zanelli,\n";
    for encoding in [encoding_rs::GB18030, encoding_rs::SHIFT_JIS, encoding_rs::BIG5, encoding_rs::EUC_JP] {
        // Shift_JIS and EUC-JP have no simplified characters, Big5 neither.
        let text = if encoding == encoding_rs::GB18030 {
            text.to_owned()
        } else {
            text.replace("译文", "訳文").replace("备注", "備考")
        };
        let text = if encoding == encoding_rs::BIG5 {
            text.replace("訳文", "譯文").replace("備考", "備註")
        } else {
            text
        };
        let (bytes, _, unmappable) = encoding.encode(&text);
        assert!(!unmappable);
        let read = read(&bytes, "g.csv").unwrap();
        assert_eq!(
            pairs(&read)[0],
            ("ジョバンニ", "Giovanni", "hero"),
            "{encoding:?} read as {:?}",
            read.encoding
        );
    }
}

#[test]
fn json_lists_and_maps_of_other_translators() {
    let list = r#"[{"src": "凛", "dst": "Rin", "info": "女性"}, {"src": "剣", "dst": "Sword", "info": ""}]"#;
    assert_eq!(
        pairs(&read(list.as_bytes(), "术语表.json").unwrap()),
        [("剣", "Sword", "")],
        "whoever has a gender is a character"
    );
    let map = r#"{"凛": "Rin", "剣": "Sword"}"#;
    assert_eq!(pairs(&read(map.as_bytes(), "词典.json").unwrap()), [("凛", "Rin", ""), ("剣", "Sword", "")]);
    let wrapped = r#"{"terms": [{"term": "凛", "translation": "Rin", "note": "n", "variants": ["Lin", "林"], "id": 7}]}"#;
    let read_wrapped = read(wrapped.as_bytes(), "paratranz.json").unwrap();
    assert_eq!(pairs(&read_wrapped), [("凛", "Rin", "n")]);
    assert_eq!(read_wrapped.draft.terms[0].other_forms, ["Lin", "林"]);
    let nested = r#"{"凛": {"translation": "Rin", "note": "x"}}"#;
    assert_eq!(pairs(&read(nested.as_bytes(), "g.json").unwrap()), [("凛", "Rin", "x")]);
    let patterns =
        r#"[{"src": "凛+", "dst": "Rin", "regex": true}, {"src": "剣", "dst": "Sword", "regex": false}]"#;
    let read_patterns = read(patterns.as_bytes(), "g.json").unwrap();
    assert_eq!(pairs(&read_patterns), [("剣", "Sword", "")]);
    assert!(
        read_patterns.findings.iter().any(|finding| finding.to_string().starts_with("entry 1: a pattern"))
    );
}

#[test]
fn kinds_and_genders_in_other_words() {
    let text = "type,raw_name,translated_name,gender,description\ncharacter,凛,Rin,female,heroine\n地名,都,Capital,,\nsect,派,School,,\n";
    let terms = read(text.as_bytes(), "glossary.csv").unwrap();
    let kinds: Vec<Option<TermKind>> = terms.draft.terms.iter().map(|term| term.kind).collect();
    assert_eq!(kinds, [Some(TermKind::Place), None]);
    assert_eq!(terms.draft.terms[1].note.as_deref(), Some("sect"));
    assert_eq!(terms.draft.characters[0].gender[0].value, Gender::Female, "a gender is not lost in a remark");
    let people = read_as(text.as_bytes(), "glossary.csv", Rows::Characters).unwrap();
    let rin = &people.draft.characters[0];
    assert_eq!(rin.gender[0].value, Gender::Female);
    assert_eq!(rin.description[0].value, "heroine");
    assert!(people.findings.iter().any(|finding| finding.subject == "line 3"), "{:?}", people.findings);
}

#[test]
fn rows_without_a_word_or_a_translation_are_named_and_passed_over() {
    let read = read("source,translation\n凛,Rin\n,Nobody\n剣,\n\n魔,Demon\n".as_bytes(), "g.csv").unwrap();
    assert_eq!(read.draft.terms.len(), 2);
    let findings: Vec<String> = read.findings.iter().map(ToString::to_string).collect();
    assert!(findings[0].starts_with("line 3: the source is empty"), "{findings:?}");
    assert!(findings[1].starts_with("line 4: the translation is empty"), "{findings:?}");
}

/// A workbook as spreadsheet programs write it: shared texts, rich text, readings, numbers, a formula, a second sheet.
fn workbook() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let parts = [
        (
            "xl/workbook.xml",
            r#"<workbook xmlns:r="x"><sheets><sheet name="说明" sheetId="1" r:id="rId2"/><sheet name="术语" sheetId="2" r:id="rId1"/></sheets></workbook>"#,
        ),
        (
            "xl/_rels/workbook.xml.rels",
            r#"<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="rId2" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        (
            "xl/sharedStrings.xml",
            r#"<sst><si><t>原文</t></si><si><t>译文</t></si><si><r><t>魔</t></r><r><rPr><b/></rPr><t>剣</t></r><rPh sb="0" eb="1"><t>マケン</t></rPh></si><si><t xml:space="preserve"> Demon Sword </t></si></sst>"#,
        ),
        (
            "xl/worksheets/sheet1.xml",
            r#"<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>read me</t></is></c></row></sheetData></worksheet>"#,
        ),
        (
            "xl/worksheets/sheet2.xml",
            r#"<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="C2" t="s"><v>3</v></c></row><row r="4"><c r="A4"><v>1984</v></c><c r="C4" t="str"><f>A4&amp;"!"</f><v>1984!</v></c></row></sheetData></worksheet>"#,
        ),
    ];
    for (name, text) in parts {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

#[test]
fn workbooks_of_spreadsheet_programs() {
    let read = read(&workbook(), "g.xlsx").unwrap();
    assert_eq!(pairs(&read), [("魔剣", "Demon Sword", ""), ("1984", "1984!", "")]);
    assert!(read.findings[0].to_string().contains("`说明`"), "{:?}", read.findings);
}

const TBX_2: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en"><martifHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></martifHeader><text><body>
<termEntry id="c1"><descripGrp><descrip type="definition">a blade</descrip></descripGrp>
<langSet xml:lang="en-US"><tig><term>Demon Sword</term></tig><tig><term>Hell Blade</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig></langSet>
<langSet xml:lang="ja"><ntig><termGrp><term>魔剣</term></termGrp></ntig></langSet></termEntry>
<termEntry id="c2"><langSet xml:lang="de"><tig><term>Schwert</term></tig></langSet></termEntry>
</body></text></martif>"#;

const TBX_3_DCT: &str = r#"<tbx style="dct" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic"><text><body>
<conceptEntry id="c1"><min:subjectField>地名</min:subjectField><langSec xml:lang="ja"><termSec><term>都</term></termSec></langSec>
<langSec xml:lang="en"><termSec><term>City</term><min:administrativeStatus>admittedTerm-admn-sts</min:administrativeStatus></termSec><termSec><term>Capital</term><min:administrativeStatus>preferredTerm-admn-sts</min:administrativeStatus></termSec></langSec></conceptEntry></body></text></tbx>"#;

#[test]
fn tbx_of_both_editions_and_both_styles() {
    let two = read(TBX_2.as_bytes(), "g.tbx").unwrap();
    assert_eq!(pairs(&two), [("魔剣", "Demon Sword", "a blade")]);
    assert!(two.findings.iter().any(|finding| finding.message.contains("deprecated")), "{:?}", two.findings);
    assert!(two.findings.iter().any(|finding| finding.subject == "line 7"), "{:?}", two.findings);
    let three = read(TBX_3_DCT.as_bytes(), "g.tbx").unwrap();
    assert_eq!(pairs(&three), [("都", "Capital", "")]);
    assert_eq!(three.draft.terms[0].other_forms, ["City"]);
    assert_eq!(three.draft.terms[0].kind, Some(TermKind::Place));
}

#[test]
fn a_glossary_of_other_languages_says_which_it_has() {
    let languages = languages("fr", "de");
    let source = GlossarySource {
        bytes: TBX_3_DCT.as_bytes(),
        file_name: "g.tbx",
        encoding: None,
        languages: &languages,
        rows: Rows::Terms,
    };
    let error = formats::glossary::read(&source).unwrap_err();
    assert!(matches!(error, GlossaryError::Languages { .. }));
    assert!(
        error.to_string().contains("`en`, `ja`") && error.to_string().contains("`fr` and `de`"),
        "{error}"
    );
}

#[test]
fn glossaries_of_other_translators_of_novels_keep_gender_and_case() {
    let sakura = "# 人物\n凛->小凛 #女性，主角\n魔剣->魔剑\n丘 # 上->山丘 #地名\n";
    let read_sakura = read(sakura.as_bytes(), "dict.txt").unwrap();
    assert_eq!(read_sakura.format, GlossaryFormat::Sakura);
    assert_eq!(pairs(&read_sakura), [("魔剣", "魔剑", ""), ("丘 # 上", "山丘", "地名")]);
    let rin = &read_sakura.draft.characters[0];
    assert_eq!((rin.name.translation.as_str(), rin.gender[0].value), ("小凛", Gender::Female));
    assert_eq!(rin.description[0].value, "主角");
    let lingua_gacha = r#"[{"src": "NERV", "dst": "NERV", "info": "组织", "regex": false, "case_sensitive": true}, {"src": "刀.+", "dst": "刀", "regex": true, "case_sensitive": false}, {"src": "健", "dst": "阿健", "info": "男性名字"}, {"src": "守", "dst": "阿守", "info": "男性"}]"#;
    let read_list = read(lingua_gacha.as_bytes(), "glossary.json").unwrap();
    assert_eq!(pairs(&read_list), [("NERV", "NERV", "组织\ncase-sensitive"), ("健", "阿健", "男性名字")]);
    assert_eq!(read_list.draft.characters[0].gender[0].value, Gender::Male);
    let ainiee = r#"{"characterization_data": [], "prompt_dictionary_data": [{"src": "凛", "dst": "小凛", "info": "女"}]}"#;
    assert_eq!(read(ainiee.as_bytes(), "config.json").unwrap().draft.characters.len(), 1);
    let people = r#"[{"original_name": "凛", "translated_name": "小凛", "gender": "女", "age": "17", "speech_style": "curt", "additional_info": "heroine"}]"#;
    let read_people = read(people.as_bytes(), "characters.json").unwrap();
    let rin = &read_people.draft.characters[0];
    assert_eq!((rin.gender[0].value, rin.voice.register.as_str()), (Gender::Female, "curt"));
    let gal = "// names\n凛\t小凛\t女性\n魔剣\t魔剑\n";
    let read_gal = read(gal.as_bytes(), "项目GPT字典.txt").unwrap();
    assert_eq!((pairs(&read_gal).len(), read_gal.draft.characters.len()), (1, 1));
}
