//! People the source names with a title (`Miss Hale`, `Mr. Dunn`), and whether anything in the translation can be them.
//!
//! A name is recognised by its letters where both languages are written in Latin ones. In Chinese and Japanese anything that
//! could render a foreign name counts: katakana, Latin letters, or two characters in a row that Chinese uses for sounds.

use crate::prepared::Prepared;
use crate::text::nearness::common_prefix;
use crate::text::view::{Token, View};
use book::text::script::Script;
use std::ops::Range;

/// Words that a person's name follows, per language, folded.
const TITLES: &[(&str, &[&str])] = &[
    ("en", &["mr", "mrs", "miss", "ms", "dr"]),
    ("de", &["herr", "herrn", "frau", "fräulein"]),
    ("fr", &["monsieur", "madame", "mademoiselle", "mme", "mlle"]),
    ("es", &["señor", "señora", "señorita", "doña"]),
    ("it", &["signor", "signora", "signorina"]),
    ("pt", &["senhor", "senhora"]),
];
/// So many letters of a name must be the same: endings and spellings change.
const SAME_LETTERS: usize = 3;
/// Characters that Chinese uses for the sounds of foreign names and seldom beside each other otherwise.
const SOUNDS: &str = "阿埃艾爱安昂奥巴拜班邦鲍贝毕宾波伯博布查戴丹德迪蒂丁尔凡范菲费芬弗福盖甘冈戈格葛贡哈汉豪赫亨洪胡霍吉贾杰卡凯坎康考科克肯库夸拉莱兰朗劳勒雷利林琳隆卢鲁伦罗洛玛迈曼芒梅蒙米莫姆穆纳娜尼涅宁纽诺欧帕派潘庞佩彭皮普齐乔琼丘瑞萨塞赛桑瑟森莎尚圣施史斯丝苏索塔泰坦汤特滕廷托瓦威韦维魏温沃乌伍西希锡夏肖谢辛欣休雅亚耶伊英尤约泽扎詹珍朱佐愛貝賓爾範費蓋岡貢漢賈傑凱萊蘭勞盧魯倫羅馬瑪邁納寧紐歐龐喬瓊薩賽聖絲蘇湯韋維溫烏錫謝亞約澤";

/// The first person named with a title of whom nothing is found in the translation, as a place in the source.
pub(super) fn lost(prepared: &Prepared<'_>) -> Option<Range<usize>> {
    let titles =
        TITLES.iter().find(|(language, _)| prepared.pair.source.is(language)).map(|(_, titles)| titles)?;
    let is_found = way_to_find(prepared)?;
    let tokens = prepared.source.tokens();
    let mut places =
        tokens.iter().enumerate().filter(|(_, token)| titles.contains(&prepared.source.word(token)));
    places.find_map(|(place, title)| {
        let name: Vec<&Token> =
            tokens.iter().skip(place + 1).take(2).take_while(|token| token.capital).collect();
        let last = name.last()?;
        let is_near = name.first().is_some_and(|first| first.start <= title.end + 2);
        let is_lost = is_near && !name.iter().any(|token| is_found(prepared, token));
        is_lost.then_some(title.start..last.end)
    })
}

type IsFound = fn(&Prepared<'_>, &Token) -> bool;

fn way_to_find(prepared: &Prepared<'_>) -> Option<IsFound> {
    let target = &prepared.pair.target;
    if target.writes_in(Script::Han) == Some(true) {
        return Some(|prepared, _| could_name_anybody(&prepared.target));
    }
    let is_latin =
        target.writes_in(Script::Latin) == Some(true) && target.writes_in(Script::Cyrillic) == Some(false);
    is_latin.then_some(|prepared, token| {
        let name = prepared.source.word(token);
        let least = SAME_LETTERS.min(token.end - token.start);
        prepared
            .target
            .tokens()
            .iter()
            .any(|other| other.capital && common_prefix(name, prepared.target.word(other)) >= least)
    })
}

/// Whether anything in a Chinese or Japanese text could be a foreign name.
fn could_name_anybody(target: &View<'_>) -> bool {
    let has_letters = target.count(Script::Katakana) > 0 || target.count(Script::Latin) > 0;
    let is_sound = |c: &char| SOUNDS.contains(*c);
    has_letters || target.chars().windows(2).any(|two| two.iter().all(is_sound))
}
