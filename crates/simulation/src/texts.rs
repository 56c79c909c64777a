//! The books: small, and different enough that no line is taken for another.

use fastrand::Rng;

pub(crate) const WHO: [&str; 8] = ["少年", "老人", "姫君", "船長", "医者", "旅人", "母親", "番人"];
const WHERE: [&str; 8] =
    ["港で", "森の奥で", "駅前で", "城の庭で", "海辺で", "古い家で", "橋の上で", "市場で"];
const DID: [&str; 8] = [
    "静かに手紙を読んでいた",
    "長い間空を見上げていた",
    "小さな灯りをともした",
    "何も言わずに歩き出した",
    "昔の歌を思い出した",
    "大きな荷物を下ろした",
    "雨の音を聞いていた",
    "約束の時間を待っていた",
];

/// One line.
fn line(rng: &mut Rng, number: usize) -> String {
    let pick = |rng: &mut Rng, words: &[&'static str; 8]| rng.choice(words).copied().unwrap_or_default();
    let (who, place, did) = (pick(rng, &WHO), pick(rng, &WHERE), pick(rng, &DID));
    match rng.u8(..6) {
        0 => format!("「{place}{who}は{did}のか」と誰かが{number}回たずねた。"),
        _ => format!("{number}日目の朝、{who}は{place}{did}。"),
    }
}

/// A book as text: chapters with headings and lines, some of them more than once.
pub(crate) fn book(seed: u64, n_chapters: usize, n_lines: usize) -> String {
    let mut rng = Rng::with_seed(seed ^ 0xB00C);
    let mut lines = Vec::new();
    let mut number = 1;
    for chapter in 1..=n_chapters {
        lines.push(format!("第{chapter}章　{}", rng.choice(WHO).unwrap_or_default()));
        lines.push(String::new());
        for _ in 0..n_lines {
            let again = rng.u8(..10) == 0 && lines.len() > 3;
            let text = if again { rng.choice(lines.iter().skip(2)).cloned() } else { None };
            let text = text.filter(|text| text.ends_with('。')).unwrap_or_else(|| line(&mut rng, number));
            number += 1;
            lines.push(text);
        }
        lines.push(String::new());
    }
    lines.join("\n")
}

/// A newer edition: a line changed, one gone, one new.
pub(crate) fn revised(seed: u64, text: &str) -> String {
    let mut rng = Rng::with_seed(seed ^ 0xED17);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let said: Vec<usize> =
        (0..lines.len()).filter(|at| lines.get(*at).is_some_and(|one| one.ends_with('。'))).collect();
    if let Some(one) = rng.choice(&said).and_then(|at| lines.get_mut(*at)) {
        *one = one.replace('朝', "夜").replace("誰か", "彼女");
    }
    let number = 900 + rng.usize(..90);
    let new = line(&mut rng, number);
    let at = rng.choice(&said).copied().unwrap_or(0);
    lines.insert(at, new);
    if said.len() > 3
        && let Some(gone) = said.last()
    {
        lines.remove(gone + 1);
    }
    lines.join("\n")
}
