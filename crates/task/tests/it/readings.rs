//! Ruby before a model that writes text: it sees words and their readings apart, and marks it makes up are no fault.

use crate::test_task::{Job, Staff, TestTask};
use book::text::version::TaskKind;
use llm::{Delivery, Scripted, ScriptedReply};
use task::driver::LoopExit;
use task::machine::TaskOutcome;
use task::model_delivery::ModelDelivery;

const CHAPTER: [&str; 2] =
    ["｜縹町《はなだまち》では、手紙を<1>紡ぐ</1>。", "｜千歳屋《ちとせや》の戸をたたく。"];

async fn translates(answer: &'static str) -> (TestTask, Vec<String>, LoopExit) {
    let test_task = TestTask::with(&[CHAPTER.to_vec()]).await;
    let model = Scripted::answering(move |_| ScriptedReply::text(answer));
    let staff = Staff {
        delivery: ModelDelivery::fixed(Delivery::Lines),
        ..Staff::new(TaskKind::Translation, &model)
    };
    let chunk = test_task.chunk(&[0, 1]).await;
    let (worked, _) = test_task.work(&staff, Job::Begin(chunk)).await.unwrap();
    let requests = model.requests();
    (test_task, requests.iter().map(testkit::request::first_message).collect(), worked.exit)
}

#[tokio::test]
async fn readings_stand_on_a_line_of_their_own_and_not_in_the_text() {
    let answer = "[1] A Book\n[2] One\n[3] In Hanada letters are <1>spun</1>.\n[4] He knocks at the Chitose.";
    let (_, requests, exit) = translates(answer).await;
    assert_eq!(exit, LoopExit::Ended(TaskOutcome::Finished));
    let request = requests.first().unwrap();
    assert!(!request.contains(['《', '｜']), "{request}");
    assert!(request.contains("縹町では、手紙を<1>紡ぐ</1>。"), "{request}");
    let readings = request.lines().find(|line| line.starts_with("Readings")).unwrap();
    assert!(readings.contains("縹町 = はなだまち") && readings.contains("千歳屋 = ちとせや"), "{readings}");
}

#[tokio::test]
async fn a_tag_and_backticks_that_a_model_made_up_are_taken_out() {
    let answer =
        "[1] A Book\n[2] One\n[3] In <2>Hanada</2> letters are <1>spun</1>.\n[4] He knocks at the `Chitose`.";
    let (test_task, _, exit) = translates(answer).await;
    assert_eq!(exit, LoopExit::Ended(TaskOutcome::Finished));
    let texts: Vec<String> = test_task
        .paragraphs()
        .await
        .into_iter()
        .map(|paragraph| paragraph.translation.unwrap().to_string())
        .collect();
    assert_eq!(texts, ["In Hanada letters are <1>spun</1>.", "He knocks at the Chitose."]);
}
