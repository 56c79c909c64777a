//! The words headings are made of, language by language: data, not logic.

/// Units after `第…` or a number, with the rank they give.
pub(super) const UNITS: &[(&str, u8)] = &[
    ("部", 0), ("巻", 0), ("卷", 0), ("冊", 0), ("册", 0), ("輯", 0), ("辑", 0), ("編", 1), ("篇", 1), ("编", 1),
    ("章", 2), ("話", 3), ("话", 3), ("回", 3), ("幕", 3), ("夜", 3), ("場", 3), ("场", 3), ("集", 3), ("折", 3),
    ("則", 3), ("课", 3), ("課", 3), ("景", 3), ("楽章", 3), ("節", 4), ("节", 4),
];

/// Korean units after `제…` or a number.
pub(super) const KOREAN_UNITS: &[(&str, u8)] =
    &[("권", 0), ("부", 0), ("편", 1), ("장", 2), ("화", 3), ("회", 3), ("막", 3), ("절", 4)];

/// Words that are a heading by themselves, in the East.
pub(super) const EASTERN: &[&str] = &[
    "プロローグ", "エピローグ", "インターミッション", "インタールード", "まえがき", "あとがき", "前書き", "後書き", "はじめに",
    "おわりに", "登場人物紹介", "登場人物", "人物紹介", "後日談", "番外編", "番外篇", "番外编", "番外", "外伝", "外传", "外傳",
    "序章", "終章", "终章", "間章", "间章", "断章", "幕間", "幕间", "幕間劇", "序幕", "終幕", "终幕", "序文", "序言", "序曲", "序話", "終話",
    "閑話", "閑話休題", "前言", "後記", "后记", "楔子", "引子", "尾声", "尾聲", "跋文", "完本感言", "完结感言", "付録", "附録", "附录", "序", "跋",
    "프롤로그", "에필로그", "외전", "번외", "서장", "종장", "막간", "서문", "후기", "작가의 말",
];

/// Words that are a heading by themselves, in the West; lower case.
pub(super) const WESTERN: &[&str] = &[
    "prologue", "epilogue", "prolog", "epilog", "prologo", "prólogo", "pròleg", "epílogo", "epilogo", "épilogue",
    "introduction", "preface", "foreword", "afterword", "interlude", "intermezzo", "zwischenspiel", "vorwort", "nachwort",
    "einleitung", "avant-propos", "préface", "postface", "prefacio", "prefazione", "introducción", "introduzione", "interludio",
    "пролог", "эпилог", "предисловие", "послесловие", "введение", "интерлюдия", "епілог", "передмова", "wstęp", "posłowie",
    "przedmowa", "voorwoord", "nawoord", "proloog", "epiloog", "önsöz", "sonsöz", "appendix", "πρόλογος", "επίλογος",
];

/// Words before or after a number, in the West, with the rank they give; lower case.
pub(super) const NUMBERED: &[(&str, u8)] = &[
    ("chapter", 2), ("chap", 2), ("kapitel", 2), ("chapitre", 2), ("capítulo", 2), ("capitulo", 2), ("capitolo", 2),
    ("capítol", 2), ("capitol", 2), ("capitolul", 2), ("hoofdstuk", 2), ("rozdział", 2), ("rozdzial", 2), ("kapitola", 2),
    ("глава", 2), ("розділ", 2), ("bölüm", 2), ("luku", 2), ("fejezet", 2), ("κεφάλαιο", 2), ("kapittel", 2), ("poglavlje", 2),
    ("chương", 2), ("bab", 2), ("episode", 3), ("scene", 3), ("book", 0), ("volume", 0), ("vol", 0), ("part", 1), ("buch", 0),
    ("band", 0), ("teil", 1), ("livre", 0), ("tome", 0), ("partie", 1), ("libro", 0), ("tomo", 0), ("volumen", 0), ("parte", 1),
    ("книга", 0), ("том", 0), ("часть", 1), ("частина", 1), ("księga", 0), ("tom", 0), ("część", 1), ("boek", 0), ("deel", 1),
    ("kniha", 0), ("část", 1), ("bok", 0), ("del", 1), ("act", 1), ("kısım", 1), ("μέρος", 1), ("quyển", 0),
];

/// Numbers as words; the first row is one, the second two.
pub(super) const NUMBERS: &[&str] = &[
    "one first eins erste erster erstes premier première un une primero primera uno primo prima primeiro primeira um uma первая первый pierwszy pierwsza een eerste перша перший první",
    "two second zwei zweite zweiter zweites deuxième seconde deux segundo segunda dos secondo seconda due dois вторая второй drugi druga twee tweede друга другий druhá druhý",
    "three third drei dritte dritter drittes troisième trois tercero tercera tres terzo terza tre terceiro terceira três третья третий trzeci trzecia drie derde третя третій třetí",
    "four fourth vier vierte vierter viertes quatrième quatre cuarto cuarta cuatro quarto quarta quattro quatro четвертая четвёртая четвертый czwarty czwarta vierde",
    "five fifth fünf fünfte fünfter fünftes cinquième cinq quinto quinta cinco cinque пятая пятый piąty piąta vijf vijfde",
    "six sixth sechs sechste sechster sechstes sixième sexto sexta seis sesto sesta sei шестая шестой szósty szósta zes zesde",
    "seven seventh sieben siebte siebter siebtes septième sept séptimo séptima siete settimo settima sette sétimo sétima sete седьмая седьмой siódmy siódma zeven zevende",
    "eight eighth acht achte achter achtes huitième huit octavo octava ocho ottavo ottava otto oitavo oitava oito восьмая восьмой ósmy ósma achtste",
    "nine ninth neun neunte neunter neuntes neuvième neuf noveno novena nueve nono nona nove девятая девятый dziewiąty dziewiąta negen negende",
    "ten tenth zehn zehnte zehnter zehntes dixième dix décimo décima diez decimo decima dieci dez десятая десятый dziesiąty dziesiąta tien tiende",
    "eleven eleventh elf elfte elftes onze onzième once undici одиннадцатая",
    "twelve twelfth zwölf zwölfte zwölftes douze douzième doce dodici двенадцатая",
    "thirteen thirteenth dreizehn treize trece tredici тринадцатая",
    "fourteen fourteenth vierzehn quatorze catorce quattordici",
    "fifteen fifteenth fünfzehn quinze quince quindici",
    "sixteen sixteenth sechzehn seize dieciséis sedici",
    "seventeen seventeenth siebzehn dix-sept diecisiete diciassette",
    "eighteen eighteenth achtzehn dix-huit dieciocho diciotto",
    "nineteen nineteenth neunzehn dix-neuf diecinueve diciannove",
    "twenty twentieth zwanzig vingt veinte venti",
    "twenty-one", "twenty-two", "twenty-three", "twenty-four", "twenty-five", "twenty-six", "twenty-seven", "twenty-eight",
    "twenty-nine", "thirty",
];
