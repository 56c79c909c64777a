//! A model that loses a line of a short answer and numbers on: nothing stays at a neighbour's place, in real text and in
//! lines that look all alike.

use crate::test_task::{Job, Staff, TestTask};
use book::text::version::TaskKind;
use llm::{Delivery, Request, Scripted, ScriptedReply};
use task::driver::LoopExit;
use task::machine::TaskOutcome;
use task::model_delivery::ModelDelivery;

const STORY: [&str; 2] =
    [include_str!("../../../checks/tests/story/ja.txt"), include_str!("../../../checks/tests/story/en.txt")];
/// Lines that neither length nor speech, number or name tells apart.
const ALIKE: [&str; 2] = [
    "彼女は窓を閉めた。\n彼は椅子に座った。\n犬は庭で眠っていた。\n雨は夜に止んだ。\n母は茶を淹れた。\n弟は本を読んだ。",
    "She closed the window.\nHe sat down on a chair.\nThe dog slept in the garden.\nThe rain stopped at night.\nMother made some tea.\nMy brother read a book.",
];

fn pairs([source, target]: [&'static str; 2]) -> Vec<(&'static str, &'static str)> {
    source.lines().zip(target.lines()).filter(|(source, _)| !source.starts_with('第')).collect()
}

/// The texts a request asks for.
fn asked(request: &Request) -> Vec<String> {
    let text = testkit::request::first_message(request);
    let label = |line: &str| {
        let (number, text) = line.strip_prefix('[')?.split_once("] ")?;
        number.parse::<usize>().ok().map(|_| text.to_owned())
    };
    text.lines().filter_map(label).collect()
}

/// How many paragraphs end with another's text, and how many requests that took.
async fn worked(pairs: &[(&'static str, &'static str)], lost: usize) -> (usize, usize) {
    let sources: Vec<String> = pairs.iter().map(|(source, _)| (*source).to_owned()).collect();
    let test_task = TestTask::with(&[sources]).await;
    test_task.store.set_target_language(test_task.book.id, &"en".parse().unwrap(), 0).await.unwrap();
    let known = pairs.to_vec();
    let model = Scripted::answering(move |request| {
        let asked = asked(request);
        let is_lost = |text: &str| asked.len() > 1 && text == known[lost].0;
        let translated = |text: &str| {
            let known = known.iter().find(|(source, _)| *source == text);
            known.map_or_else(|| format!("Title of {}", text.len()), |(_, target)| (*target).to_owned())
        };
        let kept = asked.iter().filter(|text| !is_lost(text));
        let lines: Vec<String> =
            kept.zip(1..).map(|(text, label)| format!("[{label}] {}", translated(text))).collect();
        ScriptedReply::text(lines.join("\n"))
    });
    let staff = Staff {
        delivery: ModelDelivery::fixed(Delivery::Lines),
        ..Staff::new(TaskKind::Translation, &model)
    };
    let places: Vec<usize> = (0..pairs.len()).collect();
    let (run, _) = test_task.work(&staff, Job::Begin(test_task.chunk(&places).await)).await.unwrap();
    assert_eq!(run.exit, LoopExit::Ended(TaskOutcome::Finished));
    let is_wrong = |(paragraph, (_, target)): &(store::record::ParagraphRecord, &(&str, &str))| {
        paragraph.translation.as_ref().map(ToString::to_string).as_deref() != Some(*target)
    };
    let n_wrong = test_task.paragraphs().await.into_iter().zip(pairs).filter(is_wrong).count();
    (n_wrong, model.requests().len())
}

#[tokio::test]
async fn a_line_lost_in_a_short_answer_leaves_nothing_at_a_neighbours_place() {
    let (mut n_cases, mut n_requests) = (0, 0);
    for pairs in [pairs(STORY), pairs(ALIKE)] {
        for size in [3, 4] {
            for (window, lost) in
                pairs.windows(size).flat_map(|window| (0..size).map(move |lost| (window, lost)))
            {
                let (n_wrong, n_asked) = worked(window, lost).await;
                assert_eq!(n_wrong, 0, "{} lines, number {} lost: {window:?}", size, lost + 1);
                n_cases += 1;
                n_requests += n_asked;
            }
        }
    }
    assert!(n_cases > 60 && n_requests < n_cases * 4, "{n_requests} requests in {n_cases} cases");
}

#[tokio::test]
async fn a_model_that_repeats_a_text_for_the_next_paragraph_is_refused_in_the_end() {
    let pairs = pairs(ALIKE);
    let sources: Vec<String> = pairs.iter().take(2).map(|(source, _)| (*source).to_owned()).collect();
    let test_task = TestTask::with(&[sources]).await;
    test_task.store.set_target_language(test_task.book.id, &"en".parse().unwrap(), 0).await.unwrap();
    let text = pairs[0].1;
    // It gives one text whatever it is asked for, and never more than one line.
    let model = Scripted::answering(move |_| ScriptedReply::text(format!("[1] {text}")));
    let staff = Staff {
        delivery: ModelDelivery::fixed(Delivery::Lines),
        ..Staff::new(TaskKind::Translation, &model)
    };
    let (run, _) = test_task.work(&staff, Job::Begin(test_task.chunk(&[0, 1]).await)).await.unwrap();
    assert!(matches!(run.exit, LoopExit::Ended(_)), "{:?}", run.exit);
    assert!(model.requests().len() <= 24, "{}", model.requests().len());
}
