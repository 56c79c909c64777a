//! Recognises the language of a text: by its script where that settles it, by its words otherwise.

use book::language::LanguageTag;

/// Enough text to be sure, little enough to be quick.
const SAMPLE_CHARS: usize = 20_000;

/// The language of the text, or `None` where there is too little to tell.
pub(crate) fn recognise<'a>(texts: impl Iterator<Item = &'a str>) -> Option<LanguageTag> {
    let sample = sample(texts);
    tag_of(&sample)?.parse().ok()
}

fn sample<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut sample = String::new();
    let mut n_chars = 0;
    for text in texts.filter(|text| !text.is_empty()) {
        n_chars += text.chars().count();
        sample.push_str(text);
        sample.push('\n');
        if n_chars > SAMPLE_CHARS {
            break;
        }
    }
    sample
}

#[derive(Default)]
struct Scripts {
    kana: usize,
    han: usize,
    hangul: usize,
    other: usize,
}

fn tag_of(sample: &str) -> Option<&'static str> {
    let mut scripts = Scripts::default();
    for character in sample.chars() {
        match character {
            '\u{3041}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{ff66}'..='\u{ff9d}' => scripts.kana += 1,
            '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}' => scripts.han += 1,
            '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' => {
                scripts.hangul += 1;
            }
            _ if character.is_alphabetic() => scripts.other += 1,
            _ => {}
        }
    }
    let east_asian = scripts.kana + scripts.han + scripts.hangul;
    // A word of an alphabet is some five letters long, a word of the others one or two.
    if east_asian * 3 < scripts.other {
        return alphabetic(sample);
    }
    if east_asian == 0 {
        return None;
    }
    if scripts.hangul * 2 > east_asian {
        return Some("ko");
    }
    if scripts.kana * 20 > east_asian {
        return Some("ja");
    }
    Some(chinese(sample))
}

/// Frequent characters that only one of the two ways of writing Chinese has, pair by pair.
const SIMPLIFIED: &str =
    "这们来说个时为会对过还没么里见书长门问开发经东车马现点头话谁听让给气实关爱觉间学电儿难国应边";
const TRADITIONAL: &str =
    "這們來說個時為會對過還沒麼裡見書長門問開發經東車馬現點頭話誰聽讓給氣實關愛覺間學電兒難國應邊";

fn chinese(sample: &str) -> &'static str {
    let count = |set: &str| sample.chars().filter(|character| set.contains(*character)).count();
    if count(TRADITIONAL) > count(SIMPLIFIED) { "zh-Hant" } else { "zh-Hans" }
}

fn alphabetic(sample: &str) -> Option<&'static str> {
    let info = whatlang::detect(sample)?;
    let is_sure = info.is_reliable() || info.confidence() > 0.4;
    if is_sure { two_letters(info.lang().code()) } else { None }
}

/// The short tag for a three-letter one.
fn two_letters(code: &str) -> Option<&'static str> {
    SHORT.iter().find(|(long, _)| *long == code).map(|(_, short)| *short)
}

const SHORT: &[(&str, &str)] = &[
    ("afr", "af"),
    ("aka", "ak"),
    ("amh", "am"),
    ("ara", "ar"),
    ("aze", "az"),
    ("bel", "be"),
    ("ben", "bn"),
    ("bul", "bg"),
    ("cat", "ca"),
    ("ces", "cs"),
    ("cmn", "zh-Hans"),
    ("cym", "cy"),
    ("dan", "da"),
    ("deu", "de"),
    ("ell", "el"),
    ("eng", "en"),
    ("epo", "eo"),
    ("est", "et"),
    ("fin", "fi"),
    ("fra", "fr"),
    ("guj", "gu"),
    ("heb", "he"),
    ("hin", "hi"),
    ("hrv", "hr"),
    ("hun", "hu"),
    ("hye", "hy"),
    ("ind", "id"),
    ("ita", "it"),
    ("jav", "jv"),
    ("jpn", "ja"),
    ("kan", "kn"),
    ("kat", "ka"),
    ("khm", "km"),
    ("kor", "ko"),
    ("lat", "la"),
    ("lav", "lv"),
    ("lit", "lt"),
    ("mal", "ml"),
    ("mar", "mr"),
    ("mkd", "mk"),
    ("mya", "my"),
    ("nep", "ne"),
    ("nld", "nl"),
    ("nob", "no"),
    ("ori", "or"),
    ("pan", "pa"),
    ("pes", "fa"),
    ("pol", "pl"),
    ("por", "pt"),
    ("ron", "ro"),
    ("rus", "ru"),
    ("sin", "si"),
    ("slk", "sk"),
    ("slv", "sl"),
    ("sna", "sn"),
    ("spa", "es"),
    ("srp", "sr"),
    ("swe", "sv"),
    ("tam", "ta"),
    ("tel", "te"),
    ("tgl", "tl"),
    ("tha", "th"),
    ("tuk", "tk"),
    ("tur", "tr"),
    ("ukr", "uk"),
    ("urd", "ur"),
    ("uzb", "uz"),
    ("vie", "vi"),
    ("yid", "yi"),
    ("zul", "zu"),
];
