//! Texts that have slipped by one are told from texts in their places.

use checks::shift::shifted_places;

const SOURCE: [&str; 8] = [
    "「おい、待ってくれ！」",
    "雨は朝から降り続き、町じゅうの屋根を叩いて、誰も外へ出ようとはしなかった。",
    "「どこへ行くの？」",
    "彼は答えなかった。",
    "時計は9時を回っていた。",
    "「もう遅いわ」と彼女は言い、窓を閉め、明かりを消して、静かに部屋を出て行った。",
    "沈黙。",
    "「行こう」",
];
const TARGET: [&str; 8] = [
    "“Hey, wait!”",
    "The rain had been falling since morning, beating on every roof of the town, and nobody cared to go out.",
    "“Where are you going?”",
    "He gave no answer.",
    "The clock was past 9.",
    "“It is late,” she said, and she closed the window, put out the light and quietly left the room.",
    "Silence.",
    "“Let us go.”",
];

fn places(source: &[&str], target: &[&str]) -> Vec<usize> {
    let text = |place: usize| target.get(place).copied();
    let lines: Vec<_> = source.iter().enumerate().map(|(place, source)| (*source, text(place))).collect();
    shifted_places(&lines).into_iter().collect()
}

#[test]
fn texts_in_their_places_are_left_alone() {
    assert_eq!(places(&SOURCE, &TARGET), Vec::<usize>::new());
}

#[test]
fn texts_in_their_places_are_left_alone_where_the_last_one_is_missing() {
    assert_eq!(places(&SOURCE, &TARGET[..7]), Vec::<usize>::new());
}

#[test]
fn a_lost_line_shifts_those_after_it() {
    let mut target = TARGET.to_vec();
    target.remove(2);
    target.push("The end.");
    let found = places(&SOURCE, &target);
    assert!((3..=6).all(|place| found.contains(&place)), "{found:?}");
    assert!(!found.contains(&0) && !found.contains(&1), "{found:?}");
}

#[test]
fn an_added_line_shifts_those_after_it() {
    let mut target = TARGET.to_vec();
    target.insert(1, "He shouted.");
    target.pop();
    let found = places(&SOURCE, &target);
    assert!((1..=5).all(|place| found.contains(&place)), "{found:?}");
}

#[test]
fn a_line_lost_in_three_shows_where_the_answer_ends_early() {
    for (start, lost) in (0..6).flat_map(|start| [(start, 0), (start, 1)]) {
        let mut target = TARGET[start..start + 3].to_vec();
        target.remove(lost);
        let found = places(&SOURCE[start..start + 3], &target);
        assert_eq!(found, (lost..2).collect::<Vec<_>>(), "{target:?}");
    }
}

#[test]
fn names_tell_lines_of_one_length_apart() {
    let source = ["ルパンは黙っていた。", "ホームズは笑った。", "ガニマールは立った。", "ジョンは泣いた。"];
    let target = ["Holmes laughed.", "Ganimard stood up.", "John was crying.", "The end came."];
    assert_eq!(places(&source, &target), [0, 1, 2, 3]);
}
