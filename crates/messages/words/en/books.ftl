## Import and editions

already_in_library = `{ $title }` ({ $book }) is already in the library; going on with it
imported_book = { $book }  { $title }  ({ $chapters }, { $paragraphs } to translate)
folder_grown = `{ $title }` ({ $book }) was made of this folder; its new files are added
imported_next = { COMMAND("tsumugi show BOOK", $book) } lists its chapters, { COMMAND("tsumugi translate BOOK --to LANG", $book) } translates it
found_encoding = encoding: { $name } ({ $how ->
        [told] as you said
        [declared] as the file says
       *[detected] detected; { FLAG("--encoding") } overrides
    })
found_language = language: { $language } ({ $tag })
lines_joined = lines: joined to paragraphs, because they were wrapped; { FLAG("--wrapped no") } overrides
lines_kept = lines: each a paragraph of its own; { FLAG("--wrapped yes") } overrides
more_findings = and { $n } more of the kind; { FLAG("--json") } lists all
outline = outline: { $chapters } { $titles }
made_of_this_file = `{ $title }` is made of this file already; nothing was changed
read_so_already = `{ $title }` has been read in this way already; nothing was changed
newer_edition = `{ $title }` ({ $book }) is in the library. Is this a newer edition of it, to take its place?
same_title_there = a book with this title and author is there already ({ $book })
    .hint = if this is a newer edition of it, remove the new book and { COMMAND("tsumugi import FILE --revises BOOK", $file, $book) } keeps the translations
edition_taken = { $book }  { $title }  edition { $edition }: { $counts }
edition_kept = { $n } kept
edition_moved = { $n } moved
edition_changed = { $n } changed
edition_split = { $n } split
edition_joined = { $n } joined
edition_new = { $n } new
edition_removed = { $n } removed
edition_new_chapters = { $n } new chapters
edition_removed_chapters = { $n } chapters removed
stale_translations = stale translations: { $n }; { COMMAND("tsumugi stale BOOK", $book) } lists them
set_aside = translations that no longer fit their lines: { $n }; they stay in the history
translate_new = { COMMAND("tsumugi translate BOOK", $book) } does what is new or stale
pairs_written = { $n } paragraphs with their translations
file_result = { $file }: { $what }
pairs_taken = { $pairs } pairs, { $n } paragraphs translated
pairs_translated_before = { $n } had a translation
pairs_unfit = { $n } have other markup

## Export

stale_waiting = old translations with a newer one that waits as a suggestion: { $n }
    .hint = { COMMAND("tsumugi suggestions BOOK", $book) } decides on them
export_stale = translations from an earlier edition or in another language: { $n }
    .hint = { COMMAND("tsumugi stale BOOK", $book) } lists them, { COMMAND("tsumugi translate BOOK --stale", $book) } does them again
accounted_for = { $accounted } of { $n } paragraphs accounted for ({ $translated } translated, { $kept } kept, { $untranslated } untranslated){ $rehearsal ->
        [yes] ; a rehearsal: its text is a placeholder
       *[no] {""}
    }
changed_after_export = the file was changed after its export; { COMMAND("tsumugi export") } writes it anew
original_not_read_whole = the markup of the original is damaged there, and its text can be taken in two ways; look at these places yourself
violation = { $fault ->
        [missing] missing
        [altered] altered
        [moved] out of place
        [repeated] repeated
        [unexpected] unexpected
        [resource_missing] file missing
        [resource_altered] file altered
        [link_broken] link broken
        [unaccounted] characters unaccounted for
        [unread] not read
        [contents_changed] table of contents changed
       *[unreadable] unreadable
    }: expected `{ $expected }`, found `{ $found }`
violation_of_paragraph = paragraph { $paragraph } { $what }

## Status and books

status_run = run { $run } · { $kind } · { $ending }
status_book = book: { $title } ({ $book }), { $translated } of { $n } paragraphs translated
status_nothing_yet = nothing yet
status_counts = this run: { $counts }; { $ended } of { $n } chunks
status_batch = batch: { $requests } handed in at { $service } { $time } ago, not answered yet
status_limit = limit: { $limit }
limit_tokens = { $n } tokens
status_next = next: { $next }
next_at_work = it is at work; { COMMAND("tsumugi status") } again shows how far it is
next_translate = { COMMAND("tsumugi translate BOOK", $book) } translates the { $paragraphs } left
next_write = { COMMAND("tsumugi resume") } writes `{ $file }`
next_export = { COMMAND("tsumugi export BOOK", $book) } writes the book, { COMMAND("tsumugi check BOOK", $book) } looks it over
next_raise_limit = { COMMAND("tsumugi resume RUN", $run) } with a higher { FLAG("--max-cost") } or { FLAG("--max-tokens") } goes on
next_try_again = { COMMAND("tsumugi resume RUN", $run) } tries what remains again, with another { FLAG("--model") } if you like
next_other_run = another run had the book; { COMMAND("tsumugi runs BOOK", $book) } lists them
status_stale = stale translations in the book: { $n }
    .hint = { COMMAND("tsumugi stale BOOK", $book) } says why
library_empty = the library is empty
    .hint = { COMMAND("tsumugi import FILE") } reads a book into it
library_without_series = the library is empty
    .hint = { COMMAND("tsumugi import FILE --series NAME") } reads a book into it
of_series = series { $series }
chapter_untitled = { $matter ->
        [front] (front matter)
        [back] (back matter)
       *[body] (untitled)
    }
picture = [picture]
is_locked = (locked)
is_stale = (stale: { $why })
found_in = { $paragraph }  chapter { $chapter } [{ $index }]
found_nowhere = `{ $query }` is nowhere in `{ $title }`
more_hits = { $n } more; { FLAG("--limit") } shows more at once
at_least_more_hits = at least { $n } more; { FLAG("--limit") } shows more at once
title_not_translated = not translated yet
undo_change = { COMMAND("tsumugi undo BOOK --change ID", $book, $change) } takes it back
remove_book = Put `{ $title }` ({ $book }) with { $n } translated paragraphs into the trash?
delete_book = Delete `{ $title }` ({ $book }) for good? This cannot be undone.
nothing_removed = nothing was removed
book_removed = put `{ $title }` ({ $book }) with { $n } translated paragraphs into the trash
    .hint = { COMMAND("tsumugi trash restore BOOK", $book) } brings it back; after thirty days it is deleted
book_deleted = deleted `{ $title }` ({ $book })
book_restored = brought back `{ $title }` ({ $book }) with { $n } translated paragraphs
trash_empty = the trash is empty
restore_from_trash = `{ $title }` ({ $book }) was made of this file and is in the trash. Bring it back instead of importing the file anew?
series_kept = the series `{ $name }` is kept for what it knows: { $terms } terms, { $characters } characters, { $memories } memories
    .hint = a book imported with `--series "{ $name }"` takes it up again
series_has_other_books = what the series `{ $name }` knows stays with its other books
book_moved = `{ $title }` is in the series `{ $series }` now
entries_went_along = { $entries } of terms, characters and memories went along
entries_stayed = { $entries } stayed: the series has its own, or they are about other books
make_library = There is no library `{ $path }`. Make it?
make_library_or_near = There is no library `{ $path }` (did you mean `{ $near }`?). Make it?
converted = { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } converted
converted_locked = locked, and left as they are: { $n }
converted_doubtful = doubtful, as suggestions: { $n }
    .hint = { COMMAND("tsumugi suggestions BOOK", $book) } shows them
report_written = { $bad } of { $n } paragraphs have findings

## Checks

acknowledged_because = (acknowledged: { $reason })
at_title = title
paragraphs_checked = { $n } paragraphs checked: { $counts }
not_translated_yet = { $n } have no translation yet
model_says = { $model } says: { $opinion }
judge_nothing = there is nothing to ask { $model } about
    .hint = { FLAG("--judge-sample 50") } asks about any paragraphs
judge_asked_before = { $model } was asked about these { $n } paragraphs before
judge_asking = asking { $model } about { $n } paragraphs ({ $known } known)
judge_asking_for = asking { $model } about { $n } paragraphs ({ $known } known), about ${ $usd }
judge_used = used { $tokens } tokens, ${ $usd }
judge_named = { $model } named { $opinions } errors in { $n } paragraphs
judge_dropped = { $n } were left out because they quote what is not there
judge_unanswered = { $n } paragraphs have no answer, first `{ $paragraph }`: { $why }
    .hint = the same command asks about them again
judge_limit = the limit was reached: { $n } paragraphs were not asked about
    .hint = the same command with a higher { FLAG("--max-cost") } or { FLAG("--max-tokens") } goes on
findings_done = { $done ->
        [acknowledged] { $n ->
        [one] 1 finding
       *[other] { $n } findings
    } acknowledged
       *[withdrawn] { $n ->
        [one] 1 finding
       *[other] { $n } findings
    } withdrawn
    }
nothing_acknowledged = nothing is acknowledged
open_again = open again: the words have changed
nothing_to_mend = the checks find nothing to mend
only_for_person = nothing can be mended; { $n } findings are for a person to look at: { COMMAND("tsumugi check") }
to_mend = { $n } paragraphs with something to mend
mend_by_code = {"  "}{ $n } by code, without a model
mend_in_way = {"  "}{ $n } { $way ->
        [translated_afresh] translated afresh
        [sentence_by_sentence] sentence by sentence
        [translated_without_additions] translated without additions
        [put_back_in_their_places] put back in their places
        [translated_without_repetition] translated without repetition
        [corrected_in_place] corrected in place
       *[another_candidate] another candidate
    }
mend_waiting = {"  "}{ $n } wait for you already: { COMMAND("tsumugi suggestions") }
mend_for_person = { $n } findings are for a person to look at: { COMMAND("tsumugi check") }
mended_by_code = { $n } paragraphs mended without a model
name_model_for_cost = name a model with { FLAG("--model") } to see what it would cost
dictionaries_help = With a dictionary the checks A6, A7 and E7 find sentences that are missing, misplaced or added. What the system installs is used without further ado;
    other files go into `{ $folder }` as `ja-en`, `zh-en.u8` or `de-en.index`. FreeDict has more pairs: `apt-cache search freedict`.
dictionary_here = here: `{ $path }`
dictionary_off = turned off in the settings

## Changes by hand

history_empty = nothing was changed yet
change_undone = undone
no_longer_in_book = (no longer in the book)
until_edition = {"  "}until edition { $edition }: { $text }
check_mended = {"  "}{ $check } mended: `{ $before }` → `{ $after }`
as_handed_in = {"  "}as it was handed in: { $text }
version_suggestion = suggestion
version_rejected = turned down
version_of_other_words = made from other words
undone = { $changes } changes undone, { $n } places restored
left_alone = { $n } places were changed again since and were left alone
suggestions_decided = { $accepted } suggestions accepted, { $rejected } turned down
no_suggestions = no suggestions
suggestions_next = { COMMAND("tsumugi suggestions BOOK --accept ID", $book) } takes one, { FLAG("--reject ID") } turns it down
paragraphs_locked = { $lock ->
        [on] { $n ->
        [one] 1 paragraph is locked
       *[other] { $n } paragraphs are locked
    }
       *[off] { $n ->
        [one] 1 paragraph is unlocked
       *[other] { $n } paragraphs are unlocked
    }
    }
version_selected = { $paragraph }: { $version } is selected ({ $change })
version_selected_already = { $paragraph }: { $version } was selected already
no_version = no version
paragraphs_edited = { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } changed ({ $change })
edit_sheet_head = # { $title }
    #
    # Write below the sources. Lines that begin with `#` are not read; what you do not touch stays as it is.
    # Keep the ids in brackets, and tags such as <1>…</1>. A line of yours that begins with #, [ or \ needs a \ in front.
stale_why_names = { $why }: { $names }
stale_newer_waits = { $why }; a newer version waits
stale_next = { COMMAND("tsumugi translate BOOK --stale", $book) } does what is stale again
nothing_asked = nothing is asked yet
    .hint = { COMMAND("tsumugi instructions BOOK --set TEXT", $book) } asks something of every translation
asked_of_series = series { $series }: { $text }
purge_transcripts = Take out the transcripts of { $n ->
        [one] 1 task
       *[other] { $n } tasks
    }, { $kilobytes } KB? This cannot be undone.
nothing_purged = nothing was taken out
no_transcripts = there are no such transcripts
purged = took out the transcripts of { $n ->
        [one] 1 task
       *[other] { $n } tasks
    }, { $kilobytes } KB
purged_stays = the room is used again for what the library keeps next; runs and costs stay
schemas_as_json = { FLAG("--json") } gives the schemas
tool_argument_optional = , optional
tool_list_of = list of { $what }
replayed_request = { $number }. { $model }: { $messages } messages, { $tools } tools, about { $tokens } tokens
replayed_asked = {"   "}asked   { $text }
replayed_said = {"   "}said    { $text }
replayed_called = {"   "}called  { $name } { $text }
replayed_used = {"   "}used    { $in } in, { $out } out
replayed_failed = {"   "}failed  { $why }
replay_next = `--model replay:{ $file }` runs the same command again with these answers
no_runs = there was no run yet
    .hint = { COMMAND("tsumugi translate BOOK --to LANG") } starts one
imported_as = imported `{ $title }` as { $book }
no_batch_waiting = no batch of run { $run } is waiting
batch_stopping = { $service } stops working on { $requests }
batch_over = { $requests } had been answered already
batch_never_arrived = { $requests } never reached { $service }
batch_resume_next = { COMMAND("tsumugi resume") } with `{ $run }` takes in what was answered and asks for the rest
footnotes_told = a translator's notes { $wanted ->
        [yes] become footnotes
       *[no] are not wanted, and E6 finds them
    } ({ $by ->
        [book] decided for this book
       *[style] as the style in the settings has it
    }); { $n ->
        [one] 1 note
       *[other] { $n } notes
    } by people here
became_footnotes = { $n ->
        [one] 1 translator's note
       *[other] { $n } translator's notes
    } became footnotes
status_notes = footnotes: { $n ->
        [one] 1 translator's note
       *[other] { $n } translator's notes
    }
no_rehearsal_to_write = there is no rehearsal of this book; what is translated is written
rehearsal_left_out = rehearsed paragraphs left out: { $n }
    .hint = { FLAG("--rehearsal") } writes them, { COMMAND("tsumugi rehearsal discard") } with `{ $book }` throws them away
show_rehearsed = rehearsed, not translated: { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    }{ $title }
show_rehearsed_title = , title: { $title }
is_rehearsal = (rehearsal)
comment_said = # { $author }: { $text }
is_in_review = ({ $state })
review_state = { $word ->
        [needs_work] needs work
       *[other] { $word }
    }
status_reviewed = reviewed: { $reviewed }, needs work: { $needs_work }
status_rehearsed = rehearsed, not translated: { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    }
all_rehearsed = everything is rehearsed or translated already
    .hint = { FLAG("--again") } rehearses it anew
no_rehearsal_here = there is no rehearsal of this book
rehearsal_discarded = rehearsed paragraphs thrown away: { $n }
no_paragraph_like_that = no paragraph is like that
col_draft = draft
col_needs_work = needs work
col_reviewed = reviewed
col_review = state
the_book = the book
review_set = { $state }: { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    }
was_rehearsal = this was a rehearsal: its text is a placeholder and no translation
    .hint = { COMMAND("tsumugi translate") } with `{ $book }` and a real { FLAG("--model") } translates the book, { COMMAND("tsumugi rehearsal discard") } throws the rehearsal away
