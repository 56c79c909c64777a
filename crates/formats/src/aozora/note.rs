//! What an editor's note `［＃…］` means for the text around it.

use book::text::paragraph::TagKind;
use book::text::reading::Reading;

/// A note, understood as far as the text depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Note {
    /// `「…」は大見出し`: the named text is a heading.
    NamedHeading { target: String, heading: HeadingLevel, style: Style },
    /// `「…」に傍点`: the named text before the note is marked.
    Named { target: String, style: Style },
    /// `傍点`: marked from here on.
    Open(Style),
    /// `傍点終わり`: marked up to here.
    Close(String),
    /// `ここから大見出し`: the following lines are headings.
    BlockHeading(HeadingLevel),
    /// `ここで大見出し終わり`.
    BlockHeadingEnd,
    /// A picture.
    Image,
    /// Anything else: layout, remarks on the printed book.
    Other,
}

/// How text is marked, and how that is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Style {
    /// What a tag for it stands for.
    pub(super) kind: TagKind,
    /// How a note naming text goes on after `「…」`: `に傍点`.
    pub(super) after_name: String,
    /// What the opening note says: `傍点`; the closing one adds `終わり`. Empty for what can only be said by naming text.
    pub(super) name: String,
    /// The heading it makes of the text, if any.
    pub(super) heading: Option<HeadingLevel>,
}

/// How high a heading stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HeadingLevel {
    Large,
    Middle,
    Small,
}

impl Note {
    /// Understands what stands between `［＃` and `］`.
    pub(super) fn read(content: &str, reading: Reading) -> Self {
        if let Some((target, after)) = named(content) {
            let remark = || remark(content).filter(|_| reading.has_aozora_accents());
            let note = Self::read_named(target, after);
            return if note == Self::Other { remark().unwrap_or(note) } else { note };
        }
        if let Some(name) = content.strip_prefix("ここから") {
            return heading_of(name).map_or(Self::Other, Self::BlockHeading);
        }
        if let Some(name) = content.strip_prefix("ここで") {
            let name = name.strip_suffix("終わり").unwrap_or_default();
            return if heading_of(name).is_some() { Self::BlockHeadingEnd } else { Self::Other };
        }
        if let Some(name) = content.strip_suffix("終わり") {
            return style_of(name).map_or(Self::Other, |_| Self::Close(name.to_owned()));
        }
        if content.ends_with("入る") && content.contains('（') {
            return Self::Image;
        }
        style_of(content).map_or(Self::Other, Self::Open)
    }

    fn read_named(target: &str, after: &str) -> Self {
        let style = ["に", "は", "の左に"].into_iter().find_map(|particle| {
            let name = after.strip_prefix(particle)?;
            let name = if particle == "の左に" { format!("左に{name}") } else { name.to_owned() };
            style_of(&name)
        });
        let target = target.to_owned();
        match style {
            Some(style) => match style.heading {
                Some(heading) => Self::NamedHeading { target, heading, style: with_after(style, after) },
                None => Self::Named { target, style: with_after(style, after) },
            },
            None => Self::Other,
        }
    }
}

fn with_after(mut style: Style, after: &str) -> Style {
    after.clone_into(&mut style.after_name);
    style
}

/// The text a note names, and what it says about it. The name may itself contain brackets of speech.
fn named(content: &str) -> Option<(&str, &str)> {
    let inner = content.strip_prefix('「')?;
    let at = inner.rfind('」')?;
    let (target, after) = inner.split_at_checked(at)?;
    (!target.is_empty()).then_some((target, after.strip_prefix('」')?))
}

/// Something about a word that is no style of it: ruby on its left, a reading or a doubt of the editors.
fn remark(content: &str) -> Option<Note> {
    let mut depth = 0_usize;
    let end = content.char_indices().find_map(|(at, character)| {
        match character {
            '「' => depth += 1,
            '」' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })?;
    let target = content.get('「'.len_utf8()..end).filter(|target| !target.is_empty())?;
    let after = content.get(end + '」'.len_utf8()..)?;
    let quotes = |start: &str, end: &str| after.starts_with(start) && after.ends_with(end);
    let is_remark = quotes("の左に「", "」のルビ")
        || quotes("の左に「", "」の注記")
        || quotes("に「", "」の注記")
        || quotes("は底本では「", "」")
        || after == "はママ";
    let style =
        Style { kind: TagKind::Other, after_name: after.to_owned(), name: String::new(), heading: None };
    is_remark.then(|| Note::Named { target: target.to_owned(), style })
}

/// The style with this name.
fn style_of(name: &str) -> Option<Style> {
    let plain = name.strip_prefix("左に").unwrap_or(name);
    let heading = heading_of(plain);
    let is_stress = matches!(
        plain,
        "傍点"
            | "白ゴマ傍点"
            | "丸傍点"
            | "白丸傍点"
            | "黒三角傍点"
            | "白三角傍点"
            | "二重丸傍点"
            | "蛇の目傍点"
            | "ばつ傍点"
            | "傍線"
            | "二重傍線"
            | "鎖線"
            | "破線"
            | "波線"
            | "取消線"
            | "太字"
            | "斜体"
            | "ゴシック体"
    );
    let is_other = matches!(
        plain,
        "縦中横"
            | "罫囲み"
            | "横組み"
            | "上付き小文字"
            | "下付き小文字"
            | "行右小書き"
            | "行左小書き"
            | "割り注"
            | "キャプション"
    ) || plain.ends_with("段階大きな文字")
        || plain.ends_with("段階小さな文字");
    let kind = match (is_stress, is_other || heading.is_some()) {
        (true, _) => TagKind::Emphasis,
        (false, true) => TagKind::Other,
        (false, false) => return None,
    };
    let after_name = if plain == name && plain.ends_with(['点', '線']) {
        format!("に{name}")
    } else {
        format!("は{name}")
    };
    Some(Style { kind, after_name, name: name.to_owned(), heading })
}

fn heading_of(name: &str) -> Option<HeadingLevel> {
    let name = name.strip_prefix("同行").or_else(|| name.strip_prefix("窓")).unwrap_or(name);
    match name {
        "大見出し" => Some(HeadingLevel::Large),
        "中見出し" => Some(HeadingLevel::Middle),
        "小見出し" => Some(HeadingLevel::Small),
        _ => None,
    }
}
