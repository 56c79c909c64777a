//! How far a paragraph is, in the words of tables and of XLIFF.

/// How far a paragraph is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnitState {
    /// There is no translation.
    Untranslated,
    /// There is one that a person found wanting.
    NeedsWork,
    /// There is one that no person has looked at.
    Draft,
    /// There is one.
    Translated,
    /// A person has read it and lets it stand.
    Reviewed,
    /// It is finished, and no model changes it.
    Locked,
}

impl UnitState {
    /// Every state, with the word for it in tables.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Untranslated, "untranslated"),
        (Self::NeedsWork, "needs work"),
        (Self::Draft, "draft"),
        (Self::Translated, "translated"),
        (Self::Reviewed, "reviewed"),
        (Self::Locked, "locked"),
    ];

    /// The word for it in tables.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(state, _)| *state == self).map_or("", |(_, word)| *word)
    }

    /// The state a word means, written in any case and with any kind of space.
    pub fn from_word(word: &str) -> Option<Self> {
        let word: String =
            word.to_lowercase().chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-')).collect();
        Some(match word.as_str() {
            "untranslated" | "new" | "todo" | "未翻译" | "未翻譯" | "未訳" => Self::Untranslated,
            "needswork" | "fuzzy" | "rejected" | "需修改" | "需要修改" | "要修正" => {
                Self::NeedsWork
            }
            "draft" | "草稿" | "初稿" | "下書き" => Self::Draft,
            "translated" | "done" | "已翻译" | "已翻譯" | "翻訳済み" => Self::Translated,
            "reviewed" | "approved" | "ok" | "已审校" | "已审阅" | "已審校" | "確認済み" => {
                Self::Reviewed
            }
            "locked" | "final" | "已锁定" | "锁定" | "已鎖定" | "確定" => Self::Locked,
            _ => return None,
        })
    }

    /// `state` and `subState` of XLIFF 2.
    pub(super) const fn to_xliff(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Untranslated => ("initial", None),
            Self::NeedsWork => ("translated", Some("tsumugi:needs-work")),
            Self::Draft => ("translated", Some("tsumugi:draft")),
            Self::Translated => ("translated", None),
            Self::Reviewed => ("reviewed", None),
            Self::Locked => ("final", None),
        }
    }

    /// The state that XLIFF 2 or 1.2 says.
    pub(super) fn from_xliff(state: &str, sub_state: Option<&str>) -> Option<Self> {
        if let Some(own) = sub_state.and_then(|text| text.strip_prefix("tsumugi:"))
            && state == "translated"
        {
            return Self::from_word(own);
        }
        Some(match state {
            "initial" | "new" | "needs-translation" => Self::Untranslated,
            "needs-adaptation"
            | "needs-l10n"
            | "needs-review-translation"
            | "needs-review-adaptation"
            | "needs-review-l10n" => Self::NeedsWork,
            "translated" => Self::Translated,
            "reviewed" | "signed-off" => Self::Reviewed,
            "final" => Self::Locked,
            _ => return None,
        })
    }
}
