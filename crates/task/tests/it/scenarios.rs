//! The scenarios of the folder beside this one, each a test of its own, so that a failure is named.

use crate::scenario::{check, folder};

macro_rules! scenarios {
    ($($name:ident)*) => {
        $(
            #[tokio::test]
            async fn $name() {
                check(stringify!($name)).await;
            }
        )*

        const ALL: &[&str] = &[$(stringify!($name)),*];
    };
}

scenarios! {
    a_line_break_inside_a_paragraph_survives
    a_paragraph_a_check_keeps_refusing_is_given_up
    a_scream_in_the_source_may_be_translated
    broken_json_is_answered_with_what_to_send
    calls_with_one_id_each_get_their_own_result
    careful_polish_has_no_review
    careful_review_goes_back_to_working
    careful_text_after_the_work_is_nudged_to_the_end
    careful_translation_names_every_stage
    claiming_the_end_for_ever_reaches_a_bound
    degenerate_arguments_are_cut_off
    duplicate_ids_refuse_the_whole_call
    empty_replies_fail_like_text
    hard_check_rejects_the_item_only
    ids_of_another_chunk_are_refused_in_chinese
    ids_of_another_chunk_refuse_the_whole_call
    index_instead_of_an_id_is_refused
    lying_about_status_changes_nothing
    partial_work_is_kept_and_the_rest_asked_for
    persons_words_and_locked_text_are_safe
    polish_in_one_reply
    proofreading_in_one_reply
    query_then_submit_needs_no_other_call
    question_that_is_declined_leaves_the_decision_to_the_model
    question_waits_until_it_is_answered
    quick_translation_has_no_review
    reading_beyond_the_chunk_is_free_where_reads_are_book
    reading_beyond_the_chunk_is_refused_where_reads_are_chunk
    reading_for_ever_reaches_a_bound
    refusal_amid_calls_keeps_what_was_whole
    refusal_fails_as_refused
    resubmitting_for_ever_reaches_a_bound
    review_answered_in_text_ends_the_task
    review_is_bought_when_a_check_objects
    review_is_not_bought_when_no_check_objects
    review_may_look_things_up_first
    review_that_fails_leaves_the_task_finished
    service_failure_keeps_what_was_accepted
    several_calls_in_one_reply_run_in_order
    text_instead_of_calls_is_nudged_then_fails
    text_then_calls_recovers
    todos_are_kept_through_the_task
    token_bound_ends_the_task_and_keeps_the_work
    translation_in_one_reply
    truncated_replies_without_progress_fail
    truncated_reply_keeps_its_whole_items
    truncated_reply_leaves_its_last_call_undone
    truncated_text_fails_at_once
    unknown_tools_are_answered_with_the_list
}

#[test]
fn every_file_of_the_folder_is_a_test() {
    let mut files: Vec<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    assert_eq!(files, ALL);
}
