//! **B5 foreign-han.** Japanese forms of characters in Chinese, or simplified Chinese ones in Japanese.
//!
//! *Rule*: a character of JIS X 0208 that neither GB 2312 nor Big5 has (気, 発, 桜), in Chinese; a simplified character that JIS X 0208 does
//! not have, in Japanese. Characters in a kept term are left out. *Threshold*: one. *False alarms*: names kept on purpose.
//! *Severity*: queue. *Repair*: write the character as the target language does.

use crate::check::{Finding, Verdict};
use crate::prepared::Prepared;

check!(ForeignHan, B5, "foreign-han", Queue, Language);

fn run(prepared: &Prepared<'_>) -> Verdict {
    let (set, en, zh) = if prepared.pair.target.is_chinese() {
        (&prepared.pair.han.japanese, "a Japanese form", "日文汉字")
    } else if prepared.pair.target.is("ja") {
        (&prepared.pair.han.simplified_not_japanese, "a simplified Chinese form", "简体中文字")
    } else {
        return Verdict::NotApplicable("the target language is neither Chinese nor Japanese");
    };
    let kept = |c: char| {
        prepared
            .paragraph
            .knowledge
            .terms
            .iter()
            .any(|term| term.allowed_forms().any(|form| form.contains(c)))
    };
    let found = prepared.target.chars().iter().position(|c| set.contains(c) && !kept(*c));
    let Some((at, c)) = found.and_then(|at| Some((at, prepared.target.char_at(at)?))) else {
        return Verdict::Pass;
    };
    Finding::by(
        &ForeignHan,
        format!("«{c}» is {en}. Write it as {} does.", prepared.pair.target.tag.english_name()),
        format!("「{c}」是{zh}。请改用{}的写法。", prepared.pair.target.tag.chinese_name()),
    )
    .at(at..at + 1)
    .into()
}
