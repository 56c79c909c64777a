//! What headings are made of, in every script: units, words and numbers. Data, not logic.

/// On which side of its unit the number of a heading stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// `第三章`, `3화`; without `第` or `제` it may also be a quantity.
    Before,
    /// `卷一`, `الفصل الأول`.
    After,
    /// `Chapter 3`, `3. Kapitel`.
    Either,
}

/// How surely a line with the unit and a number is a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    /// Beyond doubt, unless a sentence goes on behind it.
    Sure,
    /// Where it stands alone, or as one of a series.
    Alone,
    /// Only as one of a series: it counts other things as well.
    Series,
    /// Only with another unit behind it: `V1C1`.
    Inner,
}

/// Units that mean the same: words in lower case, the rank they give, the side of the number, and how sure they are.
pub(super) const UNITS: &[(&str, u8, Side, Trust)] = &[
    ("部 巻 卷 冊 册 輯 辑 권 부", 0, Side::Before, Trust::Sure),
    ("編 篇 编 편", 1, Side::Before, Trust::Sure),
    ("章 장", 2, Side::Before, Trust::Sure),
    ("話 话 回 幕 夜 場 场 集 折 則 课 課 景 楽章 화 회 막", 3, Side::Before, Trust::Sure),
    ("讲 講 帖 曲 弾 弹 局 案 关 段 章节", 3, Side::Before, Trust::Alone),
    ("節 节 절", 4, Side::Before, Trust::Sure),
    ("卷 巻", 0, Side::After, Trust::Alone),
    ("正文", 2, Side::After, Trust::Alone),
    (
        "book volume vol buch band livre tome libro tomo volumen книга том księga tom boek kniha bok quyển",
        0,
        Side::Either,
        Trust::Sure,
    ),
    (
        "part teil partie parte часть частина część deel část del act kısım μέρος",
        1,
        Side::Either,
        Trust::Sure,
    ),
    (
        "chapter chap kapitel chapitre capítulo capitulo capitolo capítol capitol capitolul hoofdstuk rozdział rozdzial kapitola глава розділ bölüm luku fejezet κεφάλαιο kapittel poglavlje chương bab",
        2,
        Side::Either,
        Trust::Sure,
    ),
    ("episode scene", 3, Side::Either, Trust::Sure),
    ("stave canto", 2, Side::After, Trust::Alone),
    ("ch ep no stage phase lesson day night file case letter", 3, Side::After, Trust::Series),
    ("v s b", 0, Side::After, Trust::Inner),
    ("c e", 2, Side::After, Trust::Inner),
    ("الجزء เล่มที่ เล่ม", 0, Side::After, Trust::Sure),
    ("الباب بخش חלק ภาคที่ ภาค भाग", 1, Side::After, Trust::Sure),
    ("الفصل فصل פרק บทที่ अध्याय অধ্যায় თავი", 2, Side::After, Trust::Sure),
    ("ตอนที่ परिच्छेद পর্ব", 3, Side::After, Trust::Sure),
];

/// Units that make a heading without `第` as well, where the line stands alone.
pub(super) const UNMARKED: &str = "章 話 话 화 장 巻 卷 회";

/// What stands in the place of a number after `第`: `最終話`.
pub(super) const NAMED: &[&str] = &["最終", "最终", "上", "中", "下", "前", "後", "终", "終", "末"];

/// Names of volumes that have no number.
pub(super) const VOLUMES: &str = "上巻 中巻 下巻 上卷 中卷 下卷 前編 中編 後編 前篇 後篇 上編 下編";

/// Words that are a heading by themselves in the East, with or without a number behind them.
pub(super) const EASTERN: &[&str] = &[
    "プロローグ エピローグ インターミッション インタールード まえがき あとがき 前書き 後書き はじめに おわりに",
    "登場人物紹介 登場人物 人物紹介 後日談 番外編 番外篇 番外编 番外 外伝 外传 外傳 最終章 最終話 最終回 最终章",
    "最终话 大结局 序章 終章 终章 間章 间章 断章 幕間 幕间 幕間劇 序幕 終幕 终幕 序文 序言 序曲 序話 終話 閑話",
    "閑話休題 前言 後記 后记 楔子 引子 尾声 尾聲 跋文 完本感言 完结感言 付録 附録 附录 序 跋",
    "特别篇 特別篇 特別編 特别编 特典 おまけ SS ＳＳ 短編 小话 小剧场 设定集",
    "프롤로그 에필로그 외전 번외 서장 종장 막간 서문 후기 특별편 작가의 말",
];

/// Words that are a heading by themselves in alphabets; lower case, set apart by `/`.
pub(super) const WESTERN: &[&str] = &[
    "prologue/epilogue/prolog/epilog/prologo/prólogo/pròleg/epílogo/epilogo/épilogue/introduction/preface",
    "foreword/afterword/interlude/intermezzo/zwischenspiel/vorwort/nachwort/einleitung/avant-propos/préface",
    "postface/prefacio/prefazione/introducción/introduzione/interludio/пролог/эпилог/предисловие/послесловие",
    "введение/интерлюдия/епілог/передмова/wstęp/posłowie/przedmowa/voorwoord/nawoord/proloog/epiloog/önsöz",
    "sonsöz/appendix/πρόλογος/επίλογος/side story/extra chapter/bonus chapter/bonus/extra/author's note",
    "author’s note/intermission/special chapter",
];

/// What programs that collect novels write before a heading.
pub(super) const PREFIXES: [&str; 4] = ["正文卷", "正文", "VIP章节", "最新章节"];

/// Numbers as words; the first row is one, the second two.
pub(super) const NUMBERS: &[&str] = &[
    "one first eins erste erster erstes premier première un une primero primera uno primo prima primeiro primeira um uma первая первый pierwszy pierwsza een eerste перша перший první الأول الاول اول א אחד एक पहला प्रथम",
    "two second zwei zweite zweiter zweites deuxième seconde deux segundo segunda dos secondo seconda due dois вторая второй drugi druga twee tweede друга другий druhá druhý الثاني دوم ב שני दो दूसरा द्वितीय",
    "three third drei dritte dritter drittes troisième trois tercero tercera tres terzo terza tre terceiro terceira três третья третий trzeci trzecia drie derde третя третій třetí الثالث سوم ג שלישי तीन तीसरा तृतीय",
    "four fourth vier vierte vierter viertes quatrième quatre cuarto cuarta cuatro quarto quarta quattro quatro четвертая четвёртая четвертый czwarty czwarta vierde الرابع چهارم ד רביעי चार चौथा चतुर्थ",
    "five fifth fünf fünfte fünfter fünftes cinquième cinq quinto quinta cinco cinque пятая пятый piąty piąta vijf vijfde الخامس پنجم ה חמישי पाँच पांच पाँचवाँ पंचम",
    "six sixth sechs sechste sechster sechstes sixième sexto sexta seis sesto sesta sei шестая шестой szósty szósta zes zesde السادس ششم ו שישי छह छठा षष्ठ",
    "seven seventh sieben siebte siebter siebtes septième sept séptimo séptima siete settimo settima sette sétimo sétima sete седьмая седьмой siódmy siódma zeven zevende السابع هفتم ז שביעי सात सातवाँ सप्तम",
    "eight eighth acht achte achter achtes huitième huit octavo octava ocho ottavo ottava otto oitavo oitava oito восьмая восьмой ósmy ósma achtste الثامن هشتم ח שמיני आठ आठवाँ अष्टम",
    "nine ninth neun neunte neunter neuntes neuvième neuf noveno novena nueve nono nona nove девятая девятый dziewiąty dziewiąta negen negende التاسع نهم ט תשיעי नौ नौवाँ नवम",
    "ten tenth zehn zehnte zehnter zehntes dixième dix décimo décima diez decimo decima dieci dez десятая десятый dziesiąty dziesiąta tien tiende العاشر دهم י עשירי दस दसवाँ दशम",
    "eleven eleventh elf elfte elftes onze onzième once undici одиннадцатая یازدهم יא ग्यारह",
    "twelve twelfth zwölf zwölfte zwölftes douze douzième doce dodici двенадцатая دوازدهم יב बारह",
    "thirteen thirteenth dreizehn treize trece tredici тринадцатая",
    "fourteen fourteenth vierzehn quatorze catorce quattordici",
    "fifteen fifteenth fünfzehn quinze quince quindici",
    "sixteen sixteenth sechzehn seize dieciséis sedici",
    "seventeen seventeenth siebzehn dix-sept diecisiete diciassette",
    "eighteen eighteenth achtzehn dix-huit dieciocho diciotto",
    "nineteen nineteenth neunzehn dix-neuf diecinueve diciannove",
    "twenty twentieth zwanzig vingt veinte venti",
    "twenty-one",
    "twenty-two",
    "twenty-three",
    "twenty-four",
    "twenty-five",
    "twenty-six",
    "twenty-seven",
    "twenty-eight",
    "twenty-nine",
    "thirty",
];

/// The digits zero of scripts that have digits of their own.
pub(super) const ZEROS: [char; 7] = ['0', '０', '٠', '۰', '०', '০', '๐'];
