//! What people call languages: names in English, in Chinese and in the language itself, and codes they type for tags.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A language with its names. One that is not here works all the same, under its tag.
pub(super) struct KnownLanguage {
    pub(super) tag: &'static str,
    /// The code of three letters, and the older one where there are two.
    codes: &'static [&'static str],
    pub(super) english: &'static str,
    pub(super) chinese: &'static str,
    /// What its speakers call it.
    own: &'static str,
}

impl KnownLanguage {
    fn is_called(&self, folded: &str) -> bool {
        [self.english, self.chinese, self.own].iter().any(|name| fold(name) == folded)
    }
}

/// The tag of the language that is called so, by a name or by a code that is no tag of its own.
pub(super) fn tag_of_name(text: &str) -> Option<&'static str> {
    let folded = fold(text);
    let known = KNOWN.iter().find(|known| known.is_called(&folded)).map(|known| known.tag);
    known.or_else(|| OTHER_NAMES.iter().find(|(name, _)| fold(name) == folded).map(|(_, tag)| *tag))
}

/// The language subtag that is meant: `ja` for `jpn` and `jp`.
pub(super) fn primary_meant(code: &str) -> Option<&'static str> {
    let by_code = KNOWN.iter().find(|known| known.codes.contains(&code));
    let primary = by_code.map(|known| known.tag.split('-').next().unwrap_or(known.tag));
    primary.or_else(|| COUNTRIES.iter().find(|(country, _)| *country == code).map(|(_, primary)| *primary))
}

/// Without case, accents, brackets and spaces around them: `Chinese (Simplified)` is `chinese simplified`.
fn fold(name: &str) -> String {
    let plain = name.nfkd().filter(|letter| !is_combining_mark(*letter)).flat_map(char::to_lowercase);
    let spaced: String = plain.map(|letter| if "()-_,".contains(letter) { ' ' } else { letter }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Codes of countries that are no languages, and are typed for the language spoken there.
const COUNTRIES: &[(&str, &str)] =
    &[("cn", "zh"), ("cz", "cs"), ("dk", "da"), ("gr", "el"), ("jp", "ja"), ("ua", "uk"), ("vn", "vi")];

/// Further names. `kr` and `tw` are the tags of Kanuri and Twi; who types them alone means Korean and the Chinese of
/// Taiwan, and the other two are still had by `kau` and `twi`.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("american english", "en-US"),
    ("brazilian portuguese", "pt-BR"),
    ("british english", "en-GB"),
    ("burmese", "my"),
    ("cantonese", "yue"),
    ("castellano", "es"),
    ("chinese", "zh-Hans"),
    ("chinese simplified", "zh-Hans"),
    ("chinese traditional", "zh-Hant"),
    ("chs", "zh-Hans"),
    ("cht", "zh-Hant"),
    ("cn", "zh-Hans"),
    ("farsi", "fa"),
    ("flemish", "nl-BE"),
    ("gb", "en-GB"),
    ("hk", "zh-HK"),
    ("kr", "ko"),
    ("mandarin", "zh-Hans"),
    ("portugues do brasil", "pt-BR"),
    ("tw", "zh-TW"),
    ("us", "en-US"),
    ("中文", "zh-Hans"),
    ("中国語", "zh-Hans"),
    ("俄文", "ru"),
    ("國語", "zh-Hant"),
    ("廣東話", "yue"),
    ("德文", "de"),
    ("日文", "ja"),
    ("正體中文", "zh-Hant"),
    ("汉语", "zh-Hans"),
    ("法文", "fr"),
    ("简中", "zh-Hans"),
    ("简体", "zh-Hans"),
    ("粤语", "yue"),
    ("繁中", "zh-Hant"),
    ("繁體", "zh-Hant"),
    ("英文", "en"),
    ("英語", "en"),
    ("西班牙文", "es"),
    ("韓国語", "ko"),
    ("韩文", "ko"),
];

const fn known(
    tag: &'static str,
    codes: &'static [&'static str],
    english: &'static str,
    chinese: &'static str,
    own: &'static str,
) -> KnownLanguage {
    KnownLanguage { tag, codes, english, chinese, own }
}

/// In the order of their tags.
pub(super) const KNOWN: &[KnownLanguage] = &[
    known("ar", &["ara"], "Arabic", "阿拉伯语", "العربية"),
    known("bg", &["bul"], "Bulgarian", "保加利亚语", "български"),
    known("bn", &["ben"], "Bengali", "孟加拉语", "বাংলা"),
    known("ca", &["cat"], "Catalan", "加泰罗尼亚语", "català"),
    known("cs", &["ces", "cze"], "Czech", "捷克语", "čeština"),
    known("da", &["dan"], "Danish", "丹麦语", "dansk"),
    known("de", &["deu", "ger"], "German", "德语", "Deutsch"),
    known("el", &["ell", "gre"], "Greek", "希腊语", "Ελληνικά"),
    known("en", &["eng"], "English", "英语", "English"),
    known("eo", &["epo"], "Esperanto", "世界语", "Esperanto"),
    known("es", &["spa"], "Spanish", "西班牙语", "español"),
    known("et", &["est"], "Estonian", "爱沙尼亚语", "eesti"),
    known("fa", &["fas", "per"], "Persian", "波斯语", "فارسی"),
    known("fi", &["fin"], "Finnish", "芬兰语", "suomi"),
    known("fr", &["fra", "fre"], "French", "法语", "français"),
    known("he", &["heb"], "Hebrew", "希伯来语", "עברית"),
    known("hi", &["hin"], "Hindi", "印地语", "हिन्दी"),
    known("hr", &["hrv"], "Croatian", "克罗地亚语", "hrvatski"),
    known("hu", &["hun"], "Hungarian", "匈牙利语", "magyar"),
    known("id", &["ind"], "Indonesian", "印度尼西亚语", "Bahasa Indonesia"),
    known("it", &["ita"], "Italian", "意大利语", "italiano"),
    known("ja", &["jpn"], "Japanese", "日语", "日本語"),
    known("ko", &["kor"], "Korean", "韩语", "한국어"),
    known("lt", &["lit"], "Lithuanian", "立陶宛语", "lietuvių"),
    known("lv", &["lav"], "Latvian", "拉脱维亚语", "latviešu"),
    known("ms", &["msa", "may"], "Malay", "马来语", "Bahasa Melayu"),
    known("nl", &["nld", "dut"], "Dutch", "荷兰语", "Nederlands"),
    known("no", &["nor"], "Norwegian", "挪威语", "norsk"),
    known("pl", &["pol"], "Polish", "波兰语", "polski"),
    known("pt", &["por"], "Portuguese", "葡萄牙语", "português"),
    known("ro", &["ron", "rum"], "Romanian", "罗马尼亚语", "română"),
    known("ru", &["rus"], "Russian", "俄语", "русский"),
    known("sk", &["slk", "slo"], "Slovak", "斯洛伐克语", "slovenčina"),
    known("sl", &["slv"], "Slovenian", "斯洛文尼亚语", "slovenščina"),
    known("sr", &["srp"], "Serbian", "塞尔维亚语", "српски"),
    known("sv", &["swe"], "Swedish", "瑞典语", "svenska"),
    known("th", &["tha"], "Thai", "泰语", "ไทย"),
    known("tr", &["tur"], "Turkish", "土耳其语", "Türkçe"),
    known("uk", &["ukr"], "Ukrainian", "乌克兰语", "українська"),
    known("vi", &["vie"], "Vietnamese", "越南语", "Tiếng Việt"),
    known("zh-Hans", &["zho", "chi"], "Simplified Chinese", "简体中文", "简体中文"),
    known("zh-Hant", &[], "Traditional Chinese", "繁体中文", "繁體中文"),
];
