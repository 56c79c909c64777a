//! The words files use for kinds, strictness, standing and gender, in the languages their writers speak.

use book::knowledge::character::Gender;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::{Strictness, TermKind};

/// The kind somebody means by a word.
pub(super) fn kind(word: &str) -> Option<TermKind> {
    let word = word.trim().to_lowercase();
    let kind = match word.as_str() {
        "person" | "people" | "character" | "characters" | "name" | "names" | "per" | "人名" | "人物"
        | "角色" | "角色名" | "登場人物" | "キャラ" | "キャラクター" | "姓名" => {
            TermKind::Person
        }
        "place" | "location" | "loc" | "geo" | "region" | "地名" | "地点" | "地點" | "场所" | "場所"
        | "位置" => TermKind::Place,
        "organisation" | "organization" | "org" | "group" | "faction" | "组织" | "組織" | "团体" | "團體"
        | "组织名" | "団体" | "势力" | "機構" | "机构" => TermKind::Organisation,
        "item" | "items" | "object" | "thing" | "prd" | "物品" | "道具" | "アイテム" | "武器" | "物" => {
            TermKind::Item
        }
        "skill" | "skills" | "spell" | "technique" | "ability" | "技能" | "スキル" | "魔法" | "技"
        | "招式" | "功法" => TermKind::Skill,
        "title" | "titles" | "rank" | "honorific" | "称号" | "稱號" | "头衔" | "頭銜" | "职位" | "肩書き"
        | "称谓" => TermKind::Title,
        "species" | "race" | "creature" | "monster" | "种族" | "種族" | "生物" | "怪物" | "魔物" => {
            TermKind::Species
        }
        "other" | "term" | "terms" | "misc" | "noun" | "其他" | "其它" | "術語" | "术语" | "用語"
        | "その他" => TermKind::Other,
        _ => return None,
    };
    Some(kind)
}

/// The strictness somebody means by a word.
pub(super) fn strictness(word: &str) -> Option<Strictness> {
    match word.trim().to_lowercase().replace(['_', '-'], " ").as_str() {
        "exact" | "strict" | "locked" | "严格" | "厳密" => Some(Strictness::Exact),
        "preferred" | "soft" | "优先" | "優先" => Some(Strictness::Preferred),
        "keep source" | "keep" | "source" | "do not translate" | "dnt" | "保留原文" | "不翻译" | "不译"
        | "原文のまま" => Some(Strictness::KeepSource),
        _ => None,
    }
}

/// The standing somebody means by a word.
pub(super) fn standing(word: &str) -> Option<EntryState> {
    match word.trim().to_lowercase().as_str() {
        "proposed" | "draft" | "candidate" | "待定" | "候选" | "候補" => Some(EntryState::Proposed),
        "confirmed" | "approved" | "final" | "已确认" | "確認済" | "确认" => {
            Some(EntryState::Confirmed)
        }
        "rejected" | "refused" | "deprecated" | "已拒绝" | "却下" | "拒绝" => {
            Some(EntryState::Rejected)
        }
        _ => None,
    }
}

/// The gender somebody means by a word.
pub(super) fn gender(word: &str) -> Option<Gender> {
    match word.trim().to_lowercase().as_str() {
        "female" | "f" | "woman" | "girl" | "she" | "女" | "女性" | "女性角色" | "女人" => {
            Some(Gender::Female)
        }
        "male" | "m" | "man" | "boy" | "he" | "男" | "男性" | "男性角色" | "男人" => {
            Some(Gender::Male)
        }
        "neutral" | "n" | "they" | "none" | "neither" | "中性" | "无性别" | "無性" => {
            Some(Gender::Neutral)
        }
        _ => None,
    }
}
