//! A step of a task is committed whole or not at all, and a book is worked on by one run at a time.

use crate::assert_send;
use crate::sample::{TestLibrary, model};
use book::edit::Edit;
use book::id::{ParagraphId, RunId, TaskId};
use book::text::version::{Selection, TaskKind};
use book::work::outcome::{LedgerState, RunOutcome, TaskEnd};
use store::change::Cause;
use store::error::StoreError;
use store::grant::Right;
use store::people::{NewInvitation, NewPerson, PersonName, Role};
use store::questions::NewAnswer;
use store::work::{Claim, Fence, LedgerRow, NewRun, NewTask, Step, StepUsage, TaskNote};

struct TestTask {
    test_library: TestLibrary,
    run: RunId,
    task: TaskId,
    paragraphs: Vec<ParagraphId>,
}

impl TestTask {
    /// A task over the two sentences of the first chapter.
    async fn new() -> Self {
        let test_library = TestLibrary::with_cat_book().await;
        let run = new_run(&test_library).await;
        let paragraphs = vec![test_library.paragraph(2).await, test_library.paragraph(3).await];
        let task = new_task(&test_library, run, &paragraphs).await;
        let task = test_library.store.create_task(&task).await.unwrap();
        Self { test_library, run, task, paragraphs }
    }

    fn add(paragraph: ParagraphId, text: &str) -> Edit {
        Edit::AddVersion { paragraph, text: text.to_owned(), author: model(), selection: Selection::Select }
    }

    fn accepted(&self, at: usize) -> LedgerRow {
        LedgerRow { paragraph: self.paragraphs[at], state: LedgerState::Accepted, reason: None }
    }
}

/// A task of the first chapter.
async fn new_task<'a>(test_library: &TestLibrary, run: RunId, paragraphs: &'a [ParagraphId]) -> NewTask<'a> {
    NewTask {
        knowledge: None,
        run,
        book: test_library.book,
        kind: TaskKind::Translation,
        chapter: test_library.chapter(0).await,
        paragraphs,
        machine: "{\"at\":0}",
        machine_version: 3,
        now_ms: 20,
    }
}

async fn new_run(test_library: &TestLibrary) -> RunId {
    let run =
        NewRun { book: test_library.book, kind: TaskKind::Translation, spec: "{\"to\":\"en\"}", now_ms: 10 };
    test_library.store.create_run(&run).await.unwrap()
}

#[tokio::test]
async fn a_step_keeps_edits_state_transcript_ledger_and_notes_together() {
    let test_task = TestTask::new().await;
    let author = model();
    let todo = TaskNote { number: 1, json: "{\"text\":\"look\"}".to_owned() };
    let step = Step {
        task: test_task.task,
        begins: None,
        who: &author,
        edits: &[TestTask::add(test_task.paragraphs[0], "I am a cat.")],
        machine: "{\"at\":1}",
        machine_version: 4,
        transcript: &["{\"line\":1}".to_owned(), "{\"line\":2}".to_owned()],
        ledger: &[test_task.accepted(0)],
        todos: std::slice::from_ref(&todo),
        questions: &[],
        fence: None,
        after: None,
        finished: None,
        usage: StepUsage { input: 100, cached_input: 40, output: 9, reasoning: 2, cost_micros: 12 },
        now_ms: 30,
    };
    let receipt = assert_send(test_task.test_library.store.commit_step(&step)).await.unwrap();
    assert!(receipt.versions[0].standing.is_selected());
    let question = TaskNote { number: 1, json: "{\"ask\":1}".to_owned() };
    let done = TaskNote { number: 1, json: "{\"done\":true}".to_owned() };
    let step = Step {
        edits: &[],
        machine: "{\"at\":2}",
        transcript: &["{\"line\":3}".to_owned()],
        ledger: &[LedgerRow {
            paragraph: test_task.paragraphs[1],
            state: LedgerState::Failed,
            reason: Some("refusal".to_owned()),
        }],
        todos: std::slice::from_ref(&done),
        questions: std::slice::from_ref(&question),
        now_ms: 40,
        ..step
    };
    assert_eq!(test_task.test_library.store.commit_step(&step).await.unwrap().change, None);

    let library = test_task.test_library.store.library();
    let task = library.task(test_task.task).await.unwrap();
    assert_eq!((task.machine.as_str(), task.machine_version, task.n_steps), ("{\"at\":2}", 4, 2));
    assert_eq!(
        (task.run, task.book, task.kind),
        (test_task.run, test_task.test_library.book, TaskKind::Translation)
    );
    assert_eq!((task.usage.input, task.usage.cost_micros, task.updated_at), (200, 24, 40));
    let transcript = library.transcript(test_task.task).await.unwrap();
    assert_eq!(transcript, ["{\"line\":1}", "{\"line\":2}", "{\"line\":3}"]);
    let ledger = library.ledger(test_task.task).await.unwrap();
    assert_eq!(ledger[0], test_task.accepted(0));
    assert_eq!((ledger[1].state, ledger[1].reason.as_deref()), (LedgerState::Failed, Some("refusal")));
    assert_eq!(library.todos(test_task.task).await.unwrap(), [done]);
    assert_eq!(library.questions(test_task.task).await.unwrap(), std::slice::from_ref(&question));
    let asked = &library.book_questions(test_task.test_library.book).await.unwrap()[0];
    assert_eq!((asked.run, asked.task, &asked.note), (test_task.run, test_task.task, &question));
    assert_eq!((asked.chapter, asked.asked_at), (task.chapter, 40));
    let change = &library.changes(test_task.test_library.book, 1).await.unwrap()[0];
    assert_eq!((change.task, change.run), (Some(test_task.task), Some(test_task.run)));
}

#[tokio::test]
async fn a_question_knows_who_answered_it_also_after_the_task_went_on() {
    let test_task = TestTask::new().await;
    let (store, book) = (&test_task.test_library.store, test_task.test_library.book);
    let invitation = |digest, role| NewInvitation { digest, role, book: None, now_ms: 1, ends_at: 9 };
    store.invite(&invitation("owner", Role::Owner)).await.unwrap();
    store.invite(&invitation("ann", Role::Translator)).await.unwrap();
    let person = |name| NewPerson { name, login: name, password: "kept" };
    store.accept_invitation("owner", &person("Olive"), 2).await.unwrap();
    let ann = store.accept_invitation("ann", &person("Ann"), 2).await.unwrap();
    let question = |number, json: &str| TaskNote { number, json: json.to_owned() };
    for number in [1, 2] {
        store.put_question(test_task.task, &question(number, "asked"), 10).await.unwrap();
    }
    let resolved_by = async || -> Vec<Option<PersonName>> {
        let asked = store.library().book_questions(book).await.unwrap();
        asked.into_iter().map(|question| question.resolved_by).collect()
    };
    assert_eq!(resolved_by().await, [None, None]);
    let chapter = store.library().task(test_task.task).await.unwrap().chapter;
    let answer = NewAnswer { book, chapter, task: test_task.task, number: 1, text: "yes" };
    store.grant(ann, None, Right::OF_EVERY_MEMBER).await.unwrap().note_answer(&answer, 20).await.unwrap();
    // The task writes its question down again, with the answer.
    store.put_question(test_task.task, &question(1, "answered"), 30).await.unwrap();
    let named = |name: Option<&str>| Some(PersonName { id: ann, name: name.map(ToOwned::to_owned) });
    assert_eq!(resolved_by().await, [named(Some("Ann")), None]);
    let activity = &store.library().team_activity(book, None, 1).await.unwrap()[0];
    assert_eq!((activity.text.as_str(), &activity.person), ("yes", &named(Some("Ann"))));
    store.remove_person(ann, 40).await.unwrap();
    assert_eq!(resolved_by().await, [named(None), None], "a former member");
}

#[tokio::test]
async fn a_step_with_one_fault_leaves_everything_as_it_was() {
    let test_task = TestTask::new().await;
    let author = model();
    let foreign = test_task.test_library.paragraph(5).await;
    let good = Step {
        task: test_task.task,
        begins: None,
        who: &author,
        edits: &[TestTask::add(test_task.paragraphs[0], "x")],
        machine: "{\"at\":1}",
        machine_version: 3,
        transcript: &["{}".to_owned()],
        ledger: &[test_task.accepted(0)],
        todos: &[TaskNote { number: 1, json: "{}".to_owned() }],
        questions: &[],
        fence: None,
        after: None,
        finished: Some(&TaskEnd::Finished),
        usage: StepUsage::default(),
        now_ms: 30,
    };
    let outside = [TestTask::add(test_task.paragraphs[0], "x"), TestTask::add(foreign, "x")];
    let strange = [LedgerRow { paragraph: foreign, state: LedgerState::Accepted, reason: None }];
    for step in [Step { edits: &outside, ..good }, Step { ledger: &strange, ..good }] {
        let refusal = test_task.test_library.store.commit_step(&step).await.unwrap_err();
        assert!(
            matches!(refusal, StoreError::NotAssigned { paragraph, .. } if paragraph == foreign),
            "{refusal}"
        );
    }
    let library = test_task.test_library.store.library();
    let task = library.task(test_task.task).await.unwrap();
    assert_eq!((task.machine.as_str(), task.n_steps, task.outcome), ("{\"at\":0}", 0, None));
    assert_eq!(library.transcript(test_task.task).await.unwrap(), [""; 0]);
    assert!(
        library.ledger(test_task.task).await.unwrap().iter().all(|entry| entry.state == LedgerState::Pending)
    );
    assert_eq!(library.todos(test_task.task).await.unwrap(), []);
    assert_eq!(library.versions(test_task.test_library.book, test_task.paragraphs[0]).await.unwrap(), []);
}

#[tokio::test]
async fn an_ended_task_takes_no_more_steps_and_is_no_longer_unfinished() {
    let test_task = TestTask::new().await;
    let author = model();
    let library = test_task.test_library.store.library();
    let unfinished = library.unfinished_tasks(test_task.run).await.unwrap();
    assert_eq!(unfinished.iter().map(|task| task.id).collect::<Vec<_>>(), [test_task.task]);
    let step = Step {
        task: test_task.task,
        begins: None,
        who: &author,
        edits: &[],
        machine: "{}",
        machine_version: 3,
        transcript: &[],
        ledger: &[],
        todos: &[],
        questions: &[],
        fence: None,
        after: None,
        finished: Some(&TaskEnd::Finished),
        usage: StepUsage::default(),
        now_ms: 30,
    };
    test_task.test_library.store.commit_step(&step).await.unwrap();
    let refusal = test_task.test_library.store.commit_step(&step).await.unwrap_err();
    assert!(matches!(&refusal, StoreError::TaskEnded { outcome, .. } if outcome == "finished"), "{refusal}");
    assert_eq!(library.unfinished_tasks(test_task.run).await.unwrap(), []);
    assert_eq!(library.tasks(test_task.run).await.unwrap().len(), 1);
    let run = library.run(test_task.run).await.unwrap();
    assert_eq!((run.n_tasks, run.n_ended, run.outcome), (1, 1, None));
    test_task.test_library.store.finish_run(test_task.run, RunOutcome::Finished, 50).await.unwrap();
    assert_eq!(library.run(test_task.run).await.unwrap().outcome, Some(RunOutcome::Finished));
    test_task.test_library.store.reopen_run(test_task.run, 60).await.unwrap();
    assert_eq!(library.runs(Some(test_task.test_library.book)).await.unwrap()[0].outcome, None);
}

#[tokio::test]
async fn a_whole_run_is_taken_back_in_one_go() {
    let test_task = TestTask::new().await;
    let author = model();
    for text in ["first", "second"] {
        let edits =
            [TestTask::add(test_task.paragraphs[0], text), TestTask::add(test_task.paragraphs[1], text)];
        let step = Step {
            task: test_task.task,
            begins: None,
            who: &author,
            edits: &edits,
            machine: "{}",
            machine_version: 3,
            transcript: &[],
            ledger: &[],
            todos: &[],
            questions: &[],
            fence: None,
            after: None,
            finished: None,
            usage: StepUsage::default(),
            now_ms: 30,
        };
        test_task.test_library.store.commit_step(&step).await.unwrap();
    }
    let undone = test_task
        .test_library
        .store
        .undo_run(test_task.run, &Cause::person("undo the run"), 60)
        .await
        .unwrap();
    assert_eq!((undone.changes.len(), undone.n_restored, undone.left_alone.len()), (2, 4, 0));
    let library = test_task.test_library.store.library();
    assert_eq!(library.book(test_task.test_library.book).await.unwrap().n_translated, 0);
    assert_eq!(
        library.versions(test_task.test_library.book, test_task.paragraphs[0]).await.unwrap().len(),
        2
    );
    test_task.test_library.store.undo(undone.by, &Cause::person("redo"), 70).await.unwrap();
    assert_eq!(library.book(test_task.test_library.book).await.unwrap().n_translated, 2);
}

#[tokio::test]
async fn a_task_is_only_made_of_paragraphs_of_its_chapter() {
    let test_task = TestTask::new().await;
    let stranger = [test_task.test_library.paragraph(5).await];
    let task = new_task(&test_task.test_library, test_task.run, &stranger).await;
    let refusal = test_task.test_library.store.create_task(&task).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NoSuchParagraph { .. }), "{refusal}");
    assert_eq!(test_task.test_library.store.library().tasks(test_task.run).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_task_may_be_recorded_with_its_first_step_or_not_at_all() {
    let test_task = TestTask::new().await;
    let (store, library, author) =
        (&test_task.test_library.store, test_task.test_library.store.library(), model());
    let id = store.fresh_task_id().unwrap();
    let new = NewTask {
        machine: "{\"at\":1}",
        ..new_task(&test_task.test_library, test_task.run, &test_task.paragraphs).await
    };
    let edits = [TestTask::add(test_task.paragraphs[0], "A cat.")];
    let step = Step {
        task: id,
        begins: Some(&new),
        who: &author,
        edits: &edits,
        machine: new.machine,
        machine_version: new.machine_version,
        transcript: &["{}".to_owned()],
        ledger: &[test_task.accepted(0)],
        todos: &[],
        questions: &[],
        fence: None,
        after: None,
        finished: None,
        usage: StepUsage { input: 7, ..StepUsage::default() },
        now_ms: 30,
    };
    let strange =
        [LedgerRow { paragraph: test_task.test_library.paragraph(5).await, ..test_task.accepted(0) }];
    let refusal = store.commit_step(&Step { ledger: &strange, ..step }).await.unwrap_err();
    assert!(matches!(refusal, StoreError::NotAssigned { .. }), "{refusal}");
    assert!(matches!(library.task(id).await.unwrap_err(), StoreError::NoSuchTask { .. }));

    store.commit_step(&step).await.unwrap();
    let task = library.task(id).await.unwrap();
    assert_eq!((task.n_steps, task.usage.input, task.machine.as_str()), (1, 7, "{\"at\":1}"));
    let states: Vec<LedgerState> =
        library.ledger(id).await.unwrap().into_iter().map(|entry| entry.state).collect();
    assert_eq!(states, [LedgerState::Accepted, LedgerState::Pending]);
    let again = store.commit_step(&step).await;
    assert!(again.is_err(), "one task is not recorded twice");
    store.commit_step(&Step { begins: None, edits: &[], ..step }).await.unwrap();
    assert_eq!(library.task(id).await.unwrap().n_steps, 2);
}

#[tokio::test]
async fn a_second_run_on_a_book_is_told_who_works_on_it() {
    let test_library = TestLibrary::with_cat_book().await;
    let (mine, other) = (new_run(&test_library).await, new_run(&test_library).await);
    let claim = Claim { book: test_library.book, run: mine, holder: "process 1", until_ms: 100 };
    let rival = Claim { run: other, holder: "process 2", until_ms: 200, ..claim };
    test_library.store.claim_book(&claim, 10).await.unwrap();
    test_library.store.claim_book(&claim, 20).await.unwrap();
    let refusal = test_library.store.claim_book(&rival, 99).await.unwrap_err();
    assert!(refusal.to_string().contains("process 1"), "{refusal}");
    let same_run = Claim { holder: "process 3", ..claim };
    test_library.store.claim_book(&same_run, 50).await.unwrap_err();
    test_library.store.claim_book(&rival, 100).await.unwrap();
    let refusal = test_library.store.renew_claim(&claim).await.unwrap_err();
    assert!(matches!(refusal, StoreError::ClaimLost { .. }), "{refusal}");
    test_library.store.release_book(test_library.book, mine, "process 1").await.unwrap();
    test_library.store.renew_claim(&Claim { until_ms: 300, ..rival }).await.unwrap();
    test_library.store.claim_book(&claim, 250).await.unwrap_err();
    test_library.store.release_book(test_library.book, other, "process 2").await.unwrap();
    test_library.store.claim_book(&claim, 250).await.unwrap();
}

/// Found by a simulated day: a process died after the clock had been set back by a day, and its book was nobody's for a day.
#[tokio::test]
async fn a_claim_from_before_the_clock_was_set_back_holds_nobody_up() {
    let test_library = TestLibrary::with_cat_book().await;
    let (mine, other) = (new_run(&test_library).await, new_run(&test_library).await);
    let day = 86_400_000;
    let claim = Claim { book: test_library.book, run: mine, holder: "process 1", until_ms: day + 60_000 };
    test_library.store.claim_book(&claim, day).await.unwrap();
    let rival = Claim { run: other, holder: "process 2", until_ms: 61_000, ..claim };
    test_library.store.claim_book(&rival, day + 1_000).await.unwrap_err();
    test_library.store.claim_book(&rival, 1_000).await.unwrap();
    let refusal = test_library.store.renew_claim(&claim).await.unwrap_err();
    assert!(matches!(refusal, StoreError::ClaimLost { .. }), "{refusal}");
}

#[tokio::test]
async fn what_is_unknown_is_named_in_the_refusal() {
    let test_task = TestTask::new().await;
    let library = test_task.test_library.store.library();
    let (run, task) = (RunId::from_number(5), TaskId::from_number(6));
    assert!(library.run(run).await.unwrap_err().to_string().contains(&run.to_string()));
    assert!(library.task(task).await.unwrap_err().to_string().contains(&task.to_string()));
    let note = TaskNote { number: 1, json: "{}".to_owned() };
    assert!(matches!(
        test_task.test_library.store.put_question(task, &note, 1).await,
        Err(StoreError::NoSuchTask { .. })
    ));
    test_task.test_library.store.put_question(test_task.task, &note, 1).await.unwrap();
    assert_eq!(library.questions(test_task.task).await.unwrap(), [note]);
}

#[tokio::test]
async fn a_step_whose_claim_another_process_took_over_writes_nothing() {
    let test_task = TestTask::new().await;
    let (store, library) = (&test_task.test_library.store, test_task.test_library.store.library());
    let run = library.task(test_task.task).await.unwrap().run;
    let claim = Claim { book: test_task.test_library.book, run, holder: "process 1", until_ms: 100 };
    store.claim_book(&claim, 10).await.unwrap();
    let author = model();
    let step = Step {
        task: test_task.task,
        begins: None,
        who: &author,
        edits: &[TestTask::add(test_task.paragraphs[0], "I am a cat.")],
        machine: "{\"at\":1}",
        machine_version: 4,
        transcript: &[],
        ledger: &[test_task.accepted(0)],
        todos: &[],
        questions: &[],
        fence: Some(Fence { run, holder: "process 1" }),
        after: Some(0),
        finished: None,
        usage: StepUsage::default(),
        now_ms: 30,
    };
    // The first process sleeps beyond its claim, another one goes on with the run and gives the book back.
    let taken_over = Claim { holder: "process 2", until_ms: 300, ..claim };
    store.claim_book(&taken_over, 200).await.unwrap();
    let refusal = store.commit_step(&step).await.unwrap_err();
    assert!(matches!(refusal, StoreError::ClaimLost { .. }), "{refusal}");
    store.release_book(test_task.test_library.book, run, "process 2").await.unwrap();
    let refusal = store.commit_step(&step).await.unwrap_err();
    assert!(matches!(refusal, StoreError::ClaimLost { .. }), "{refusal}");
    assert_eq!(library.task(test_task.task).await.unwrap().n_steps, 0);
    assert!(
        library
            .paragraph(test_task.test_library.book, test_task.paragraphs[0])
            .await
            .unwrap()
            .translation
            .is_none()
    );

    store.claim_book(&claim, 400).await.unwrap();
    store.commit_step(&step).await.unwrap();
    let refusal = store.commit_step(&step).await.unwrap_err();
    assert!(matches!(refusal, StoreError::ClaimLost { .. }), "the step number is fenced too: {refusal}");
    assert_eq!(library.task(test_task.task).await.unwrap().n_steps, 1);
}
