//! Translations that were made before something was decided, and do not follow it.

use crate::survey::test_survey::{TestSurvey, translator};
use book::edit::Edit;
use book::id::TermId;
use book::knowledge::evidence::EntryState;
use book::knowledge::term::Term;
use runner::stale::knowledge::made_with_other_knowledge;
use runner::stale::prompt::Reason;
use serde_json::json;
use store::change::Cause;

fn term(number: u32, source: &str, translation: &str, standing: EntryState) -> Term {
    let mut term = Term::new(TermId::from_number(number), source.to_owned(), translation.to_owned());
    term.standing = standing;
    term
}

async fn put(test_survey: &TestSurvey, term: Term) {
    test_survey
        .store
        .commit(test_survey.book.id, &[Edit::upsert(term)], &Cause::person("test"), 9)
        .await
        .unwrap();
}

async fn stale(test_survey: &TestSurvey) -> Vec<(u32, Vec<String>)> {
    let stale = made_with_other_knowledge(test_survey.store.library(), &test_survey.book).await.unwrap();
    stale
        .into_iter()
        .map(|one| match one.reason {
            Reason::Knowledge { names } => (one.paragraph.position, names),
            other @ (Reason::Changed(_) | Reason::Instructions) => panic!("{other:?}"),
        })
        .collect()
}

#[tokio::test]
async fn a_confirmed_term_makes_exactly_the_translations_stale_that_do_not_follow_it() {
    let test_survey = TestSurvey::new().await;
    put(&test_survey, term(1, "カイ", "Kai", EntryState::Confirmed)).await;
    let sword = |text: &str| {
        if text.contains("重かった") {
            "The Dragon Soul Sword was heavy. Kai".to_owned()
        } else {
            "Kai saw the blade.".to_owned()
        }
    };
    test_survey.translate(json!({}), &translator(sword)).await;
    assert_eq!(stale(&test_survey).await, [], "nothing was decided since");
    put(&test_survey, term(2, "龍魂の剣", "Dragon Soul Sword", EntryState::Proposed)).await;
    assert_eq!(stale(&test_survey).await, [], "a proposal waits for a person");
    put(&test_survey, term(2, "龍魂の剣", "Dragon Soul Sword", EntryState::Confirmed)).await;
    let word = vec!["龍魂の剣".to_owned()];
    let positions: Vec<u32> = stale(&test_survey)
        .await
        .into_iter()
        .map(|(position, names)| {
            assert_eq!(names, word);
            position
        })
        .collect();
    let with_sword: Vec<u32> = test_survey
        .paragraphs()
        .await
        .iter()
        .filter(|one| one.text.as_str().contains("龍魂の剣") && !one.text.as_str().contains("重かった"))
        .map(|one| one.position)
        .collect();
    assert_eq!(positions, with_sword, "those that follow already are left alone");
    put(&test_survey, term(1, "カイ", "Cai", EntryState::Confirmed)).await;
    assert!(stale(&test_survey).await.iter().any(|(_, names)| names.contains(&"カイ".to_owned())));
}

#[tokio::test]
async fn what_is_done_again_with_the_decision_is_stale_no_more() {
    let test_survey = TestSurvey::new().await;
    put(&test_survey, term(1, "カイ", "Kai", EntryState::Confirmed)).await;
    test_survey.translate(json!({}), &translator(|_| "Kai saw the blade.".to_owned())).await;
    put(&test_survey, term(2, "龍魂の剣", "Dragon Soul Sword", EntryState::Confirmed)).await;
    let stale_now = made_with_other_knowledge(test_survey.store.library(), &test_survey.book).await.unwrap();
    let ids: Vec<String> = stale_now.iter().map(|one| one.paragraph.id.to_string()).collect();
    assert_eq!(ids.len(), 3);
    let model = translator(|_| "Kai saw the Dragon Soul Sword.".to_owned());
    test_survey.translate(json!({"paragraphs": ids, "again": true}), &model).await;
    assert_eq!(stale(&test_survey).await, []);
}
