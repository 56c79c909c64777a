//! What the columns of a table mean, by the names people and other tools give them.

use super::table::FirstRow;
use super::{GlossaryError, Languages};
use book::language::LanguageTag;

/// The meaning of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Source,
    Reading,
    Translation,
    OtherForms,
    Kind,
    Note,
    Strictness,
    EntryState,
    Gender,
    Aliases,
    Voice,
    Description,
    /// Whether the source is a pattern, which is no word of a book.
    Pattern,
    /// Whether upper and lower case are not the same.
    Case,
}

impl Column {
    /// What to call it to a person, and what this program writes above it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Source => "source",
            Self::Reading => "reading",
            Self::Translation => "translation",
            Self::OtherForms => "other forms",
            Self::Kind => "kind",
            Self::Note => "note",
            Self::Strictness => "strictness",
            Self::EntryState => "standing",
            Self::Gender => "gender",
            Self::Aliases => "aliases",
            Self::Voice => "voice",
            Self::Description => "description",
            Self::Pattern => "regex",
            Self::Case => "case_sensitive",
        }
    }

    /// The meaning of a name, written in any case, with any kind of space.
    fn from_name(name: &str) -> Option<Self> {
        let name: String =
            name.to_lowercase().chars().filter(|c| !c.is_whitespace() && !matches!(c, '_' | '-')).collect();
        Some(match name.as_str() {
            "source" | "src" | "term" | "original" | "originalname" | "orig" | "raw" | "rawname"
            | "sourceterm" | "key" | "name" | "sourcetext" | "原文" | "原词" | "原詞" | "术语" | "術語"
            | "用語" | "源词" | "源文" | "原名" | "名称" | "名前" | "日文" | "姓名" | "角色名" | "人名" => {
                Self::Source
            }
            "translation" | "target" | "dst" | "trans" | "translated" | "translatedname" | "targetterm"
            | "translatedtext" | "value" | "targettext" | "译文" | "譯文" | "翻译" | "翻譯" | "訳"
            | "訳文" | "訳語" | "译名" | "譯名" | "中文" | "译词" | "目标" => Self::Translation,
            "note" | "notes" | "info" | "comment" | "comments" | "remark" | "context" | "备注" | "備註"
            | "備考" | "注释" | "註釋" | "说明" | "説明" | "說明" | "メモ" | "信息" | "情報" | "注記" => {
                Self::Note
            }
            "reading" | "kana" | "furigana" | "ruby" | "pinyin" | "pronunciation" | "读音" | "讀音"
            | "読み" | "よみ" | "ふりがな" | "拼音" => Self::Reading,
            "otherforms" | "variants" | "variant" | "forms" | "alternatives" | "alttranslations"
            | "synonyms" | "变体" | "變體" | "其他译法" | "別訳" | "异译" => Self::OtherForms,
            "kind" | "type" | "category" | "class" | "group" | "类型" | "類型" | "类别" | "類別" | "分类"
            | "分類" | "種別" | "種類" => Self::Kind,
            "strictness" | "严格程度" | "厳密さ" => Self::Strictness,
            "standing" | "status" | "state" | "状态" | "狀態" | "状態" => Self::EntryState,
            "gender" | "sex" | "性别" | "性別" => Self::Gender,
            "aliases" | "alias" | "nicknames" | "nickname" | "别名" | "別名" | "昵称" | "あだ名" | "愛称" => {
                Self::Aliases
            }
            "voice" | "register" | "speechstyle" | "speakingstyle" | "tone" | "语气" | "口吻" | "口調"
            | "说话风格" => Self::Voice,
            "description" | "desc" | "additionalinfo" | "描述" | "介绍" | "紹介" | "definition" | "定义"
            | "人物设定" => Self::Description,
            "regex" | "isregex" | "正则" => Self::Pattern,
            "casesensitive" | "大小写敏感" | "区分大小写" => Self::Case,
            _ => return None,
        })
    }
}

/// What each column of a table means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    /// The meaning of each, in order.
    pub(super) meanings: Vec<Option<Column>>,
    /// Whether the first row holds the names.
    pub(super) has_head: bool,
    /// Names that mean nothing here, with their number.
    pub(super) unknown: Vec<(usize, String)>,
}

impl Columns {
    /// Reads the first row: names, or already an entry of source, translation and note.
    pub(super) fn read(
        place: &str,
        first: &[String],
        first_row: FirstRow,
        languages: &Languages,
    ) -> Result<Self, GlossaryError> {
        let named: Vec<Option<Column>> = first.iter().map(|name| Column::from_name(name)).collect();
        let named = by_language(first, named, languages);
        let has = |column| named.contains(&Some(column));
        if has(Column::Source) && has(Column::Translation) {
            refuse_doubles(place, first, &named)?;
            let unknown = first.iter().zip(&named).zip(1..);
            let unknown = unknown
                .filter(|((name, meaning), _)| meaning.is_none() && !name.trim().is_empty())
                .map(|((name, _), number)| (number, name.clone()))
                .collect();
            return Ok(Self { meanings: named, has_head: true, unknown });
        }
        // One known name among others is a head we do not understand, unless it is a word of the book.
        let n_known = named.iter().flatten().count();
        if first.len() < 2 || n_known >= 2 || first_row == FirstRow::Names {
            let found: Vec<String> = first.iter().map(|name| format!("`{}`", quoted_name(name))).collect();
            return Err(Self::unknown(place, &found));
        }
        let by_place = [Column::Source, Column::Translation, Column::Note];
        // The first entry may lack the note that others have.
        let n_columns = first.len().max(by_place.len());
        let meanings = (0..n_columns).map(|at| by_place.get(at).copied()).collect();
        Ok(Self { meanings, has_head: false, unknown: Vec::new() })
    }

    fn unknown(place: &str, found: &[String]) -> GlossaryError {
        GlossaryError::Columns { place: place.to_owned(), found: found.join(", ") }
    }
}

/// Names of languages above the columns: the book's own two, or the first two.
fn by_language(first: &[String], named: Vec<Option<Column>>, languages: &Languages) -> Vec<Option<Column>> {
    if named.contains(&Some(Column::Source)) && named.contains(&Some(Column::Translation)) {
        return named;
    }
    let tags: Vec<Option<LanguageTag>> = first.iter().map(|name| language_of(name)).collect();
    let find = |wanted: &Option<LanguageTag>, not: Option<usize>| {
        let wanted = wanted.as_ref()?;
        tags.iter().enumerate().position(|(at, tag)| {
            Some(at) != not && tag.as_ref().is_some_and(|tag| tag.primary() == wanted.primary())
        })
    };
    let known: Vec<usize> =
        tags.iter().enumerate().filter_map(|(at, tag)| tag.as_ref().map(|_| at)).collect();
    let (source, target) =
        (find(&languages.source, None), find(&languages.target, find(&languages.source, None)));
    let (source, target) = match (source, target) {
        (Some(source), Some(target)) => (source, target),
        // The other one of two, whatever its name says.
        (Some(source), None) if known.len() == 2 => {
            (source, known.iter().copied().find(|at| *at != source).unwrap_or(source))
        }
        (None, Some(target)) if known.len() == 2 => {
            (known.iter().copied().find(|at| *at != target).unwrap_or(target), target)
        }
        (None, None) if known.len() == 2 && languages.source.is_none() => match known.as_slice() {
            [source, target] => (*source, *target),
            _ => return named,
        },
        _ => return named,
    };
    let mut named = named;
    for (at, column) in [(source, Column::Source), (target, Column::Translation)] {
        if let Some(place) = named.get_mut(at) {
            *place = Some(column);
        }
    }
    named
}

/// The language a column's name names, as `ja`, `Japanese`, `日语` or `Term [ja]`.
fn language_of(name: &str) -> Option<LanguageTag> {
    let name = name.trim();
    let inner = name.rsplit_once('[').and_then(|(_, rest)| rest.strip_suffix(']')).unwrap_or(name);
    let tag: LanguageTag = inner.parse().ok()?;
    // Any two or three letters make a tag; only languages with a name count here.
    let is_known = tag.english_name() != tag.as_str();
    (is_known && (inner.chars().count() > 2 || inner.is_ascii())).then_some(tag)
}

fn refuse_doubles(place: &str, first: &[String], named: &[Option<Column>]) -> Result<(), GlossaryError> {
    for (at, meaning) in named.iter().enumerate() {
        let Some(column) = meaning else { continue };
        let Some(before) = named.iter().take(at).position(|other| other == meaning) else { continue };
        let called =
            |at: usize| format!("{} (`{}`)", at + 1, quoted_name(first.get(at).map_or("", String::as_str)));
        return Err(GlossaryError::TwoColumns {
            place: place.to_owned(),
            meaning: column.name(),
            first: called(before),
            second: called(at),
        });
    }
    Ok(())
}

/// A name short enough to be shown in a message.
fn quoted_name(name: &str) -> String {
    let short: String = name.trim().chars().take(40).collect();
    if short.len() < name.trim().len() { short + "…" } else { short }
}
