//! Whether something as short as one character is a name where it stands, told by what is beside it.
//!
//! What comes before must be of another script, and what follows a mark, a particle or a title. `奏でる` goes on as a verb, so that
//! it is not 奏. A numeral is a name only before a title, at the head of a sentence as its subject, or where somebody is called by it:
//! `「一、聞いてる？」`, and not `一つ`, `万が一`, `一、二、三`.

use super::boundary::Place;
use crate::text::script::Script;

/// Whether something as short as this is a word here.
pub(super) fn is_alone(place: &Place<'_>) -> bool {
    let same = |c: char| Script::of_char(c) == Script::of_char(place.first);
    if place.before.is_some_and(same) {
        return false;
    }
    let goes_on_with = |words: &str| words.split(' ').any(|word| place.after.starts_with(word));
    if is_numeral(place.first) {
        let heads_sentence = place.before.is_none_or(is_mark);
        return goes_on_with(TITLES)
            || goes_on_with(KANA_TITLES)
            || (heads_sentence && goes_on_with(SUBJECT))
            || is_called(place);
    }
    match place.next.map(Script::of_char) {
        Some(Script::Han) => {
            let heads_sentence = place.before.is_none_or(is_mark);
            goes_on_with(TITLES)
                || (heads_sentence && place.next.is_some_and(|next| AFTER_SUBJECT.contains(next)))
        }
        Some(Script::Hiragana) => goes_on_with(FOLLOWING) && !goes_on_with(INFLECTION),
        Some(_) | None => true,
    }
}

/// Whether somebody is called by this: it begins a speech, and a mark follows that does not count on.
fn is_called(place: &Place<'_>) -> bool {
    let opens = matches!(place.before, Some('「' | '『' | '“' | '‘' | '"' | '（' | '―' | '—' | '…'));
    let mut after = place.after.chars();
    opens
        && matches!(after.next(), Some('、' | '，' | ',' | '！' | '!' | '？' | '?' | '…' | '―' | '—'))
        && !after.next().is_some_and(is_numeral)
}

const fn is_numeral(c: char) -> bool {
    matches!(
        c,
        '〇' | '零'
            | '一'
            | '二'
            | '三'
            | '四'
            | '五'
            | '六'
            | '七'
            | '八'
            | '九'
            | '十'
            | '百'
            | '千'
            | '万'
            | '萬'
            | '億'
            | '亿'
            | '两'
            | '兩'
            | '壱'
            | '弐'
    )
}

fn is_mark(c: char) -> bool {
    matches!(Script::of_char(c), Script::Sign | Script::Space)
}

/// What follows a Japanese name of one character or in hiragana, in the same script. `か`, `な` and endings of verbs are
/// left out: `静か` and `走る` are no names.
const FOLLOWING: &str = "は が を に の と も へ で や だ よ ね っていう ってば さん さま ちゃん くん たち たん \
    どの から まで より しか ばかり など なら じゃ みたい らし こそ さえ すら っぽ";

/// How verbs, adjectives and adverbs of one character go on that begin like a particle: `奏でる`, `上がる`, `凛として`, `増やす`,
/// `重ねる`, `見よう`, `積もる`, `散らして`.
const INFLECTION: &str = "でる でて でた でま でら でよ でろ でれ でず でな がる がっ がり がれ がろ がら がせ がしい \
    がしく がない がず とし とす やす やし やか やぐ ねる ねて ねた ねま ねら ねろ ねな ねず よう \
    よい よく だつ だち だて もる もった もって もれ もり らす らせ らした らして";
/// What makes a numeral at the head of a sentence the one who acts.
const SUBJECT: &str = "は が";
/// Titles in kana.
const KANA_TITLES: &str = "さん さま ちゃん くん どの";
/// What a Chinese sentence goes on with after its subject.
const AFTER_SUBJECT: &str =
    "说說道问問答笑看想点點摇搖叹嘆听聽站坐走是也却卻便又都不没沒把被在和与與跟对對向从從给給";

/// Titles in Han characters that follow a name.
const TITLES: &str = "様 殿 君 氏 先生 先輩 姉 兄 嬢 達 さん";
