//! What is learnt from a reading, and what is not.

use crate::survey::test_survey::{TestSurvey, chapters, good_reader, submit, with};
use book::knowledge::character::{FactState, Gender};
use book::knowledge::conflict::{Conflict, conflicts};
use book::knowledge::evidence::{EntryState, StoryPosition};
use book::knowledge::matching::{Findable, Matcher, Options};
use llm::Scripted;
use runner::report::Ending;
use serde_json::json;

#[tokio::test]
async fn what_the_text_bears_out_is_proposed_with_its_evidence() {
    let test_survey = TestSurvey::new().await;
    let report = test_survey.survey(&good_reader()).await;
    assert_eq!(report.ending, Ending::Finished);
    assert_eq!((report.learnt.n_terms, report.learnt.n_characters, report.learnt.n_summaries), (1, 2, 2));
    assert_eq!((report.learnt.n_dropped, report.learnt.n_conflicts), (0, 0));
    let known = test_survey.knowledge().await;
    assert!(
        known.terms.iter().all(|term| term.standing == EntryState::Proposed && !term.evidence.is_empty())
    );
    let lin = known.characters.iter().find(|one| one.name.source == "リン").unwrap();
    assert_eq!(lin.gender_at(StoryPosition(0)), FactState::Settled(&Gender::Female));
    let summaries = test_survey.store.library().summaries(test_survey.book.id).await.unwrap();
    for summary in summaries {
        let digest = test_survey
            .store
            .library()
            .chapter_digest(test_survey.book.id, summary.value.chapter)
            .await
            .unwrap();
        assert!(summary.value.is_current(&digest));
    }
    let run = test_survey.store.library().run(report.run).await.unwrap();
    assert_eq!((run.usage.input, run.usage.output), (900, 100), "the run knows what it cost");
}

#[tokio::test]
async fn facts_without_literal_evidence_are_never_stored_and_counted() {
    let test_survey = TestSurvey::new().await;
    let model = Scripted::answering(|request| {
        let (sword, other) = (with(request, "龍魂の剣は重").unwrap(), with(request, "礼をした").unwrap());
        submit(&json!({
            "terms": [
                {"source": "龍魂の剣", "translation": "Dragon Soul Sword", "evidence": [sword]},
                {"source": "聖杯", "translation": "Grail", "evidence": [sword]},
                {"source": "仮面", "translation": "mask", "evidence": [other]},
                {"source": "剣士", "translation": "swordsman", "evidence": ["zzzzzz"]},
                {"source": "礼", "translation": "bow", "evidence": []},
                {"source": "彼女", "translation": "she", "evidence": [sword]},
                {"source": "重かった", "translation": "heavy (note: not a name)", "evidence": [sword]},
            ],
            "characters": [
                {"name": "カイ", "translation": "Kai", "evidence": [other], "facts": [
                    {"kind": "gender", "value": "male", "quote": "彼は笑った", "evidence": [other]},
                    {"kind": "gender", "value": "male", "evidence": [other]},
                    {"kind": "alias", "value": "カイル", "translation": "Kyle", "evidence": [other]},
                    {"kind": "address", "value": "姉上", "translation": "sister", "to": "レイ", "evidence": [other]},
                    {"kind": "voice", "value": "polite", "quote": "礼をした", "evidence": [other]},
                ]},
                {"name": "ゴウ", "translation": "Gou", "evidence": [other]},
            ],
            "summaries": [{"chapter_id": "nope", "text": "x"}],
        }))
    });
    let report = test_survey.survey(&model).await;
    assert_eq!(report.learnt.n_dropped, 4 + 4 + 1 + 1, "{report:?}");
    assert_eq!(report.learnt.n_refused, 2, "an everyday word and chatter");
    let known = test_survey.knowledge().await;
    assert_eq!(known.terms.iter().map(|one| one.source.as_str()).collect::<Vec<_>>(), ["龍魂の剣"]);
    let [kai] = &known.characters[..] else { panic!("{:?}", known.characters) };
    assert!(kai.gender.is_empty() && kai.aliases.is_empty() && kai.addresses.is_empty());
    assert_eq!(kai.voice.register, "polite");
    let paragraphs = test_survey.paragraphs().await;
    for term in &known.terms {
        let matcher = Matcher::for_entries([Findable::Term(term)], &Options::USUAL);
        for evidence in &term.evidence {
            let paragraph = paragraphs.iter().find(|one| one.id == evidence.paragraph).unwrap();
            assert!(!matcher.occurrences(&paragraph.text).is_empty());
        }
    }
}

#[tokio::test]
async fn contradicting_genders_from_two_pieces_are_a_conflict_for_a_person() {
    let test_survey = TestSurvey::new().await;
    let model = Scripted::answering(|request| {
        let (gender, quote) = if with(request, "彼女は笑った").is_some() {
            ("female", "リンは")
        } else {
            ("male", "リンの姉")
        };
        let id = with(request, quote).unwrap();
        submit(&json!({"terms": [], "summaries": [], "characters": [
            {"name": "リン", "translation": "Lin", "evidence": [id], "facts": [
                {"kind": "gender", "value": gender, "quote": quote, "evidence": [id]},
            ]},
        ]}))
    });
    // Each chapter is read by itself.
    let library = test_survey.store.library();
    let ids: Vec<_> =
        library.chapters(test_survey.book.id).await.unwrap().into_iter().map(|one| one.id).collect();
    let mut reports = Vec::new();
    for id in ids {
        let (config, _) = test_survey.config(json!({"chapters": [id]}), &model, |_| {});
        reports.push(runner::survey::start(config).await.unwrap());
    }
    assert_eq!(reports[0].learnt.n_conflicts, 0);
    assert_eq!(reports[1].learnt.n_conflicts, 1, "{reports:?}");
    let known = test_survey.knowledge().await;
    let found = conflicts(&known.terms, &known.characters);
    assert!(matches!(found[..], [Conflict::Gender { .. }]), "{found:?}");
    assert_eq!(known.characters[0].gender_at(StoryPosition(0)), FactState::Settled(&Gender::Female));
    assert_eq!(known.characters[0].gender_at(StoryPosition(1)), FactState::Conflict);
}

#[tokio::test]
async fn a_second_survey_adds_nothing_twice_and_leaves_what_a_person_decided() {
    let test_survey = TestSurvey::new().await;
    test_survey.survey(&good_reader()).await;
    let before = test_survey.knowledge().await;
    let again = test_survey.survey(&good_reader()).await;
    assert_eq!((again.learnt.n_terms, again.learnt.n_characters, again.learnt.n_summaries), (0, 0, 0));
    let after = test_survey.knowledge().await;
    assert_eq!((&before.terms, &before.characters), (&after.terms, &after.characters));
    let mut term = after.terms[0].clone();
    term.standing = EntryState::Rejected;
    let person = store::change::Cause::person("test");
    test_survey
        .store
        .commit(test_survey.book.id, &[book::edit::Edit::upsert(term)], &person, 5)
        .await
        .unwrap();
    let third = test_survey.survey(&good_reader()).await;
    assert_eq!((third.learnt.n_terms, third.learnt.n_settled), (0, 1));
    assert_eq!(test_survey.knowledge().await.terms[0].standing, EntryState::Rejected);
}

#[tokio::test]
async fn a_model_that_submits_nothing_is_asked_twice_and_the_piece_is_listed() {
    let test_survey = TestSurvey::new().await;
    let model = Scripted::answering(|_| llm::ScriptedReply::text("I would rather not."));
    let report = test_survey.survey(&model).await;
    assert_eq!(report.ending, Ending::Unresolved);
    assert_eq!((report.n_read, report.failed.len(), model.requests().len()), (0, 1, 2));
    let fine = good_reader();
    let (config, _) = test_survey.config(json!({"survey": true}), &fine, |_| {});
    let report = runner::survey::resume(config, report.run).await.unwrap();
    assert_eq!((report.ending, report.learnt.n_terms), (Ending::Finished, 1));
    assert_eq!(chapters(&fine.requests()[0]).len(), 2);
}
