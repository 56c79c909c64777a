//! Aozora notation case by case: what a line shows, and how its translation is written.

use crate::text_manuscript::{export_and_prove, import, layout, manuscript, texts};
use book::text::book::FileFormat;
use book::text::chapter::Matter;
use book::text::markup::{Marked, MarkedBuilder, Piece};
use book::text::paragraph::{Paragraph, ParagraphKind, TagKind};
use book::text::reading::Reading;
use formats::export::{Bilingual, Outcome};
use formats::import::{Imported, Source};

/// Puts a line into a file that is certainly Aozora text, as its third line.
fn file_with(line: &str) -> String {
    format!("［＃２字下げ］題［＃「題」は大見出し］\n\n{line}\n\n終わりの行。\n")
}

fn read(line: &str) -> Paragraph {
    let imported = import(file_with(line).as_bytes());
    assert_eq!(imported.book.format, FileFormat::Aozora);
    imported.book.paragraphs().nth(2).cloned().unwrap()
}

/// Marked text with ruby as `<r>base<rt>reading</r>`, so that cases do not lean on how a store writes it.
fn shown(text: &Marked) -> String {
    let written = |piece| match piece {
        Piece::Text(text) => text.into_owned(),
        Piece::Open(number) => format!("<{number}>"),
        Piece::Close(number) => format!("</{number}>"),
        Piece::Void(number) => format!("<{number}/>"),
        Piece::Ruby { base, reading } => format!("<r>{base}<rt>{reading}</r>"),
    };
    text.pieces().map(written).collect()
}

/// Marked text from the form of [`shown`].
fn marked(text: &str) -> Marked {
    let mut builder = MarkedBuilder::default();
    let mut rest = text;
    while let Some((before, tag_and_rest)) = rest.split_once('<') {
        builder.push_text(before);
        let (tag, after) = tag_and_rest.split_once('>').unwrap();
        rest = after;
        if tag == "r" {
            let (base, after) = after.split_once("<rt>").unwrap();
            let (reading, after) = after.split_once("</r>").unwrap();
            builder.push(&Piece::Ruby { base: base.into(), reading: reading.into() });
            rest = after;
        } else if let Some(number) = tag.strip_prefix('/') {
            builder.push(&Piece::Close(number.parse().unwrap()));
        } else if let Some(number) = tag.strip_suffix('/') {
            builder.push(&Piece::Void(number.parse().unwrap()));
        } else if let Ok(number) = tag.parse() {
            builder.push(&Piece::Open(number));
        } else {
            builder.push_text(&format!("<{tag}>"));
        }
    }
    builder.push_text(rest);
    builder.finish()
}

/// What a line is shown as, tags and ruby written out.
const READING: &[(&str, &str)] = &[
    // Ruby: the base is the run of one kind of character, or what follows the bar.
    ("一人の下人《げにん》が", "一人の<r>下人<rt>げにん</r>が"),
    ("所々｜丹塗《にぬり》の", "所々<r>丹塗<rt>にぬり</r>の"),
    ("人々《ひとびと》と市ヶ谷《いちがや》", "<r>人々<rt>ひとびと</r>と<r>市ヶ谷<rt>いちがや</r>"),
    ("かなカナ《よみ》", "かな<r>カナ<rt>よみ</r>"),
    ("これはＡＢＣ《えーびーしー》", "これは<r>ＡＢＣ<rt>えーびーしー</r>"),
    ("その Sentimentalisme《サンチマンタリスム》", "その <r>Sentimentalisme<rt>サンチマンタリスム</r>"),
    ("｜青い 鳥《ブルーバード》", "<r>青い 鳥<rt>ブルーバード</r>"),
    ("武州｜青梅《おうめ》", "武州<r>青梅<rt>おうめ</r>"),
    // What is no ruby stays text.
    ("《》は記号", "《》は記号"),
    ("。《あ》", "。《あ》"),
    ("本《閉じない", "本《閉じない"),
    ("棒｜だけ", "棒｜だけ"),
    ("［注］と［＃］", "［注］と［＃］"),
    // Described characters.
    ("そこへ※［＃「てへん＋丑」、第4水準2-12-93］《ね》じ", "そこへ<r>扭<rt>ね</r>じ"),
    ("※［＃「目＋匡」、第3水準1-88-81］の外", "眶の外"),
    ("※［＃「女＋亭」、U+5A77、123-4］", "婷"),
    ("※［＃二の字点、1-2-22］", "〻"),
    ("※［＃感嘆符疑問符、1-8-78］", "⁉"),
    ("※［＃小書き片仮名ス、1-6-80］", "ㇲ"),
    ("※［＃半濁点付き片仮名ト、1-5-95］", "〓"),
    ("※［＃小書き平仮名ん、183-7］だ", "〓だ"),
    ("※［＃始め二重山括弧、1-1-52］題※［＃終わり二重山括弧、1-1-53］", "《題》"),
    ("※印", "※印"),
    // Letters with accents, written apart, and long repeat marks.
    ("その〔cafe'〕で", "そのcaféで"),
    ("〔A` la carte〕と〔fac,ade, oe&uvre〕", "À la carteとfaçade, œuvre"),
    ("〔qu'il n'est〕〔注〕", "〔qu'il n'est〕〔注〕"),
    ("〔e'tude〕《エチュード》", "<r>étude<rt>エチュード</r>"),
    ("いよ／＼と思ひ／″＼に", "いよ〳〵と思ひ〴〵に"),
    ("甲／乙＼", "甲／乙＼"),
    // Left ruby and editors' notes on a word.
    ("青空文庫［＃「青空文庫」の左に「あおぞらぶんこ」のルビ］を", "<1>青空文庫</1>を"),
    ("喋［＃「喋」に「ママ」の注記］る", "<1>喋</1>る"),
    ("大さ［＃「大さ」はママ］が", "<1>大さ</1>が"),
    ("蝶［＃「蝶」は底本では「喋」］が", "<1>蝶</1>が"),
    ("終わり［＃「終わり」はママ］", "<1>終わり</1>"),
    // Stress.
    ("これは大事［＃「大事」に傍点］だ", "これは<1>大事</1>だ"),
    ("大事は大事［＃「大事」に傍点］だ", "大事は<1>大事</1>だ"),
    ("大事《だいじ》な事［＃「大事な事」に丸傍点］", "<1><r>大事<rt>だいじ</r>な事</1>"),
    ("ここは［＃傍点］強い［＃傍点終わり］ところ", "ここは<1>強い</1>ところ"),
    ("あ線［＃「線」の左に傍線］い", "あ<1>線</1>い"),
    ("あ太い［＃「太い」は太字］い", "あ<1>太い</1>い"),
    ("甲乙［＃「乙」に傍点］［＃「甲乙」に傍線］丙", "<1>甲<2>乙</2></1>丙"),
    ("昭和12［＃「12」は縦中横］年", "昭和<1>12</1>年"),
    ("彼は《《強調》》した", "彼は<1>強調</1>した"),
    (
        "※［＃「てへん＋丑」、第4水準2-12-93］る［＃「※［＃「てへん＋丑」、第4水準2-12-93］る」に傍点］",
        "<1>扭る</1>",
    ),
    // Notes that name nothing here, cross each other, or are never closed, are marks.
    ("あい［＃「無い」に傍点］う", "あい<1/>う"),
    ("甲［＃傍点］乙［＃「甲乙」に傍線］丙［＃傍点終わり］", "甲<1>乙<2/>丙</1>"),
    ("あ［＃傍点］いう", "あ<1/>いう"),
    ("甲［＃「［＃乙］」に傍点］丙", "甲<1/>丙"),
    (
        "雨［＃「雨」に傍点］［＃「雨」はママ］［＃太字］雪［＃「雪」に傍線］終",
        "<1><2>雨</2></1><3/><4>雪</4>終",
    ),
    // Layout at the ends is not text.
    ("　字下げ", "字下げ"),
    ("［＃３字下げ］手紙", "手紙"),
    ("［＃地から１字上げ］（大正四年九月）", "（大正四年九月）"),
    ("［＃改ページ］", "<1/>"),
    ("［＃挿絵（fig1.png、横100×縦200）入る］", "<1/>"),
];

#[test]
fn every_notation_is_shown_as_what_it_means() {
    for (line, expected) in READING {
        let paragraph = read(line);
        assert_eq!(shown(&paragraph.text), *expected, "{line}");
        assert!(Marked::parse(paragraph.text.as_str()).is_ok(), "{line}");
    }
}

#[test]
fn tags_and_lines_know_what_they_are() {
    assert_eq!(read("大事［＃「大事」に傍点］だ").tags, [TagKind::Emphasis]);
    assert_eq!(read("昭和12［＃「12」は縦中横］年").tags, [TagKind::Other]);
    let picture = read("［＃挿絵（fig1.png、横100×縦200）入る］");
    assert_eq!(
        (picture.kind, picture.tags.as_slice()),
        (ParagraphKind::Notation, [TagKind::Image].as_slice())
    );
    assert_eq!(read("［＃改ページ］").kind, ParagraphKind::Notation);
    assert_eq!(read("第一章［＃「第一章」は中見出し］").kind, ParagraphKind::Heading);
}

/// A source line, its translation, and the line that comes out, for a target in English.
const WRITING: &[(&str, &str, &str)] = &[
    ("　雨が降る。", "It rains.", "It rains."),
    ("［＃３字下げ］手紙", "A letter", "［＃３字下げ］A letter"),
    ("大事［＃「大事」に傍点］だ", "It <1>matters</1>.", "It matters［＃「matters」に傍点］."),
    ("［＃傍点］強い［＃傍点終わり］", "<1>strong</1>", "［＃傍点］strong［＃傍点終わり］"),
    ("彼は《《強調》》した", "He <1>did</1>", "He 《《did》》"),
    ("下人《げにん》が", "a <r>servant<rt>genin</r>", "a ｜servant《genin》"),
    ("大事［＃「大事」に傍点］だ", "<1>「a」</1>", "［＃傍点］「a」［＃傍点終わり］"),
    ("大事［＃「大事」に傍点］だ", "<1>a <r>b<rt>c</r></1>", "［＃傍点］a ｜b《c》［＃傍点終わり］"),
    ("大さ［＃「大さ」はママ］が", "<1>big</1> thing", "big［＃「big」はママ］ thing"),
    (
        "青空《あおぞら》［＃「青空」の左に「ぶるー」のルビ］",
        "the <1><r>sky<rt>sora</r></1>",
        "the ｜sky《sora》［＃「sky」の左に「ぶるー」のルビ］",
    ),
    (
        "本",
        "a 〔pre'cis〕",
        "a ※［＃始めきっこう（亀甲）括弧、1-1-44］pre'cis※［＃終わりきっこう（亀甲）括弧、1-1-45］",
    ),
    (
        "［＃５字下げ］一　雨［＃「一　雨」は中見出し］",
        "1. Rain",
        "［＃５字下げ］1. Rain［＃「1. Rain」は中見出し］",
    ),
    ("［＃中見出し］雨［＃中見出し終わり］", "Rain", "［＃中見出し］Rain［＃中見出し終わり］"),
    ("本", "a 《book》", "a 《book》"),
    ("本", "a book《title》", "a book※［＃始め二重山括弧、1-1-52］title※［＃終わり二重山括弧、1-1-53］"),
    ("本", "《》 marks", "《》 marks"),
    ("本", "［＃改ページ］", "※［＃始め角括弧、1-1-46］＃改ページ※［＃終わり角括弧、1-1-47］"),
    ("大さ［＃「無い」はママ］が", "※<1/>", "※［＃米印、1-2-8］［＃「無い」はママ］"),
    ("本", "two\nlines\r\nof <text>", "two lines of <text>"),
];

fn translate_third(imported: &Imported, original: &str, target: &str, translation: &str) -> String {
    let manuscript = manuscript(&imported.book, target, |paragraph| match paragraph.place.block {
        2 => Outcome::Translated(marked(translation)),
        _ => Outcome::Kept,
    });
    let bytes = export_and_prove(imported, original.as_bytes(), &manuscript, layout(Bilingual::No));
    String::from_utf8(bytes).unwrap()
}

#[test]
fn translations_are_written_in_the_notation_and_read_back_as_text() {
    for (source, translation, written) in WRITING {
        let original = file_with(source);
        let imported = import(original.as_bytes());
        let text = translate_third(&imported, &original, "en", translation);
        assert_eq!(text, file_with(written), "{source}");
    }
}

#[test]
fn indentation_stays_for_ideographs_and_goes_for_others() {
    let original = file_with("　　雨が降る。");
    let imported = import(original.as_bytes());
    assert!(translate_third(&imported, &original, "zh-Hans", "下雨了。").contains("\n　　下雨了。\n"));
    assert!(translate_third(&imported, &original, "de", "Es regnet.").contains("\n    Es regnet.\n"));
}

const BOOK: &str = "\
雨の本
空野書子

-------------------------------------------------------
【テキスト中に現れる記号について】

《》：ルビ
（例）雨《あめ》
-------------------------------------------------------

［＃ここから大見出し］
第一部
雨の日
［＃ここで大見出し終わり］

［＃３字下げ］第一章　朝《あさ》［＃「第一章　朝」は中見出し］

　雨が降っていた。
［＃改ページ］
［＃３字下げ］第二章　昼［＃「第二章　昼」は中見出し］

　止んだ。
甲の節［＃「甲の節」は小見出し］
　また降った。


底本：「雨の本」空野文庫
　　　2001年
青空文庫作成ファイル：
";

#[test]
fn a_whole_file_has_title_author_volumes_chapters_and_matters() {
    let imported = import(BOOK.as_bytes());
    let book = &imported.book;
    assert_eq!((book.title.as_str(), book.author.as_deref()), ("雨の本", Some("空野書子")));
    let chapters: Vec<(Matter, Option<&str>, &str)> = book
        .chapters
        .iter()
        .map(|chapter| (chapter.matter, chapter.volume.as_deref(), chapter.title.as_str()))
        .collect();
    let volume = Some("第一部 雨の日");
    assert_eq!(
        chapters,
        [
            (Matter::Front, None, ""),
            (Matter::Body, volume, "第一章　朝"),
            (Matter::Body, volume, "第二章　昼"),
            (Matter::Back, None, ""),
        ]
    );
    assert_eq!(book.n_paragraphs(), BOOK.lines().count());
    assert!(texts(book).contains(&"第一章　朝".to_owned()));
    let headings = book.paragraphs().filter(|paragraph| paragraph.kind == ParagraphKind::Heading).count();
    assert_eq!(headings, 5);
}

#[test]
fn the_first_two_lines_are_title_and_author_without_a_legend() {
    let text = "雨の本\n空野書子\n\n［＃３字下げ］一［＃「一」は中見出し］\n\n　雨《あめ》が降った。\n\n［＃３字下げ］二［＃「二」は中見出し］\n\n　止んだ。\n";
    let book = import(text.as_bytes()).book;
    assert_eq!((book.title.as_str(), book.author.as_deref()), ("雨の本", Some("空野書子")));
    let matters: Vec<Matter> = book.chapters.iter().map(|chapter| chapter.matter).collect();
    assert_eq!(matters, [Matter::Front, Matter::Body, Matter::Body]);
    let story = "雨が降った。\n風《かぜ》も吹いた、とても。\n\n雪《ゆき》と霜《しも》。\n";
    assert_eq!(import(story.as_bytes()).book.author, None);
}

#[test]
fn web_novels_that_use_only_the_ruby_are_understood() {
    let novel =
        "第一話　旅立ち\n\n　勇者《ゆうしゃ》は剣《つるぎ》を抜いた。\n　｜聖剣《エクスカリバー》である。\n";
    let imported = import(novel.as_bytes());
    assert_eq!(imported.book.format, FileFormat::Aozora);
    assert_eq!(imported.book.chapters[0].title, "第一話　旅立ち");
    let chinese = "第一章 书\n\n他在读《红楼梦》和《西游记》，还有《水浒传》。\n";
    assert_eq!(import(chinese.as_bytes()).book.format, FileFormat::Text);
}

#[test]
fn an_unknown_character_is_told_with_its_line() {
    let imported = import(file_with("※［＃謎の字、12-3］だ").as_bytes());
    assert_eq!(imported.findings.len(), 1);
    assert_eq!(imported.findings[0].subject, "line 3");
    assert!(imported.findings[0].message.contains("謎の字"));
}

#[test]
fn a_work_without_any_notation_is_known_by_its_colophon() {
    let work = "雨\n空野書子\n\n　雨が降っていた。\n\n底本：「雨の本」空野文庫\n青空文庫作成ファイル：\n";
    let imported = import(work.as_bytes());
    let book = &imported.book;
    assert_eq!((book.format, book.author.as_deref()), (FileFormat::Aozora, Some("空野書子")));
    assert_eq!(book.chapters.last().unwrap().matter, Matter::Back);
}

#[test]
fn a_book_of_an_older_reader_is_written_as_it_was_read() {
    let original = file_with("その〔cafe'〕で大さ［＃「大さ」はママ］が");
    let source = Source {
        reading: Reading { version: 2, wrapped: None },
        ..Source::new(original.as_bytes(), "a.txt")
    };
    let imported = formats::import(&source).unwrap();
    assert_eq!(shown(&imported.book.paragraphs().nth(2).unwrap().text), "その〔cafe'〕で大さ<1/>が");
    let written = translate_third(&imported, &original, "en", "In 〔cafe'〕 big<1/>.");
    assert_eq!(written, file_with("In 〔cafe'〕 big［＃「大さ」はママ］."));
}
