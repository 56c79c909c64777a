# A message has a value, what happened, and may have a hint, what to do.
# What a hint tells to type is COMMAND("…"), FLAG("…") or SETTING("…"); a test holds each against the program.

## The library as a file

not_a_library = `{ $path }` is not a Tsumugi library
    .hint = choose another file with { FLAG("--library") }; this one was not touched
is_folder = `{ $path }` is a folder, and a library is one file
    .hint = name a file in it, for example `{ $path }/library.db`
newer_library = the library `{ $path }` was written by a newer Tsumugi (its format is { $found }, this program knows { $known })
    .hint = update Tsumugi, or open the copy from before the update, `{ $path }.before-…`, with { FLAG("--library") }; nothing was changed
not_copied = the library `{ $path }` has to be brought to a newer format, and no copy of it can be kept at `{ $copy }`: { $detail }
    .hint = make room on the disk and check that you may write to the folder, then try again; nothing was changed
library_forbidden = no permission to use the library `{ $path }`
    .hint = check who owns the file and its folder, or choose another with { FLAG("--library") }
library_read_only = the library `{ $path }` can be read but not written
    .hint = check the permissions of the file and its folder
library_unreachable = the library `{ $path }` cannot be opened: { $detail }
    .hint = check that you may write to the file and its folder and that the disk is connected, or choose another file with { FLAG("--library") }
disk_full = the disk that holds the library `{ $path }` is full
    .hint = make room and try again; everything saved before is safe
library_damaged = the library `{ $path }` is damaged: { $detail }
    .hint = keep a copy of the file and restore a backup
library_busy = another program is writing to the library `{ $path }` and does not finish
    .hint = wait for it or end it, then try again
library_failed = the library `{ $path }` failed: { $detail }

## Books and what is in them

already_there = this file is already in the library as `{ $title }` ({ $book })
    .hint = use `{ $book }`, or remove it first to import it again
earlier_edition = this file is an earlier edition of `{ $title }` ({ $book })
    .hint = { FLAG("--revises") } with `{ $book }` goes back to it; remove the book first to import it anew
too_large = the book is too large: { $what }
no_such_book = no book `{ $text }` in this library
    .hint = { COMMAND("tsumugi books") } lists them
ambiguous_book = `{ $text }` may be any of { $candidates }
    .hint = use the id
no_such_chapter = no chapter `{ $chapter }` in book `{ $book }`
no_such_paragraph = no paragraph `{ $paragraph }` in book `{ $book }`
no_such_version = paragraph `{ $paragraph }` has no version `{ $version }`
does_not_fit = version `{ $version }` was made for an earlier edition, and its tags do not fit what paragraph `{ $paragraph }` says now
    .hint = write the translation anew with { COMMAND("tsumugi edit") }
not_undoable = change `{ $change }` brought a newer edition of the book, and that cannot be undone
    .hint = import the earlier file with { FLAG("--revises") }; what belonged to its lines comes back with them
revised_meanwhile = book `{ $book }` was revised by another program in the meantime
    .hint = do it again
no_such_series = no series `{ $series }` in this library
series_has_books = series `{ $name }` still has { $n_books ->
        [one] one book
       *[other] { $n_books } books
    }
    .hint = remove them first
protected = paragraph `{ $paragraph }` is locked or holds a person's own words, and only a person may change which version is shown
settled_by_person = { $what } was settled by a person, and only a person may change it
edit_conflict = paragraph `{ $paragraph }` was changed in the meantime
    .hint = look at what stands there now, then do it again
instructions_conflict = the instructions were changed in the meantime
    .hint = look at what stands there now, then write again

## Changes

no_such_change = no change `{ $change }` in this library
nothing_to_undo = nothing to undo in book `{ $book }`
not_own_change = change `{ $change }` is not one of yours that still stands
    .hint = only your own changes can be undone here
already_undone = change `{ $change }` was already undone by `{ $by }`
    .hint = undo `{ $by }` to bring it back

## Runs, tasks and conversations

no_such_run = no run `{ $run }` in this library
    .hint = { COMMAND("tsumugi runs") } lists them
no_such_chat = no conversation `{ $chat }` in this library
    .hint = { COMMAND("tsumugi chat BOOK --list") } lists them
no_such_task = no task `{ $task }` in this library
task_ended = task `{ $task }` has already ended as `{ $outcome }`
not_assigned = paragraph `{ $paragraph }` is not assigned to task `{ $task }`
book_claimed = book `{ $book }` is being worked on by { $holder } (run `{ $run }`)
    .hint = wait for that run or stop it
claim_lost = the claim of run `{ $run }` on book `{ $book }` has run out
    .hint = claim the book again before going on
no_price = no price is known for `{ $model }`, so a limit in dollars cannot be kept
    .hint = give its price with { FLAG("--price INPUT,OUTPUT") } (dollars per million tokens), or limit tokens with { FLAG("--max-tokens") }
no_model = no model to work with
    .hint = name one with { FLAG("--model") }
batches_lost = the batches of the run cannot be kept: { $detail }
    .hint = nothing that was handed in is lost; { COMMAND("tsumugi resume") } goes on with it
worker_lost = a part of the program broke off: { $detail }
    .hint = report this; { COMMAND("tsumugi resume") } goes on from the last step
is_survey = run `{ $run }` is a survey
    .hint = { COMMAND("tsumugi resume RUN") } goes on with it
unreadable_spec = run `{ $run }` cannot be resumed: { $detail }
    .hint = start a new run; what was accepted is kept
task_not_restored = the stored state of task `{ $task }` cannot be used: { $detail }
    .hint = translate its paragraphs in a new run
task_not_storable = the state of a task cannot be stored: { $detail }
    .hint = report this, with the model's name

## What a series knows

entry_taken = { $key } is already there
    .hint = change that one, or create another with a new id
entry_changed = { $key } was changed in the meantime (you started from revision { $based_on }, it is at { $present })
    .hint = look at it as it is now and change it again
no_such_entry = no { $key }
    .hint = it may have been removed; { COMMAND("tsumugi undo") } brings back what was
entry_duplicate = `{ $source_text }` is already a term of this kind (term { $existing })
    .hint = change that one instead
entry_settled = { $key } is { $standing } by a person, and only a person may change it

## Models and their services

model_authentication = `{ $service }` refused the key: { $detail }
    .hint = check that the key is current and may use this model
model_quota = the account at `{ $service }` has no credit left: { $detail }
    .hint = add credit there, or choose another model
model_rate_limited = `{ $service }` refused the request for now: { $detail }
    .hint = wait, or set { SETTING("requests_per_minute") } or { SETTING("concurrency") } for this model
model_context_too_long = the request is too long for the model at `{ $service }`: { $detail }
    .hint = use smaller chunks, or a model with a larger window
model_refused = the model at `{ $service }` refused to answer: { $detail }
    .hint = try another model for this passage
model_rejected = `{ $service }` rejected the request (status { $status }): { $detail }
    .hint = check the model's name and its options with { COMMAND("tsumugi models test") }
model_truncated = the reply from `{ $service }` was cut off: { $detail }
    .hint = set a higher { SETTING("max_output") } for this model, or use smaller chunks
model_malformed = cannot read the reply from `{ $service }`: { $detail }
    .hint = check the base URL and the dialect with { COMMAND("tsumugi models test") }
model_degenerate = the model at `{ $service }` repeated itself or did not stop: { $detail }
    .hint = try again, use smaller chunks, or choose another model
model_network = cannot connect to `{ $service }`: { $detail }
    .hint = check the network, the base URL and the proxy, and that a local server is running
model_not_running = { $name } is not running on { $address }
    .hint = { $how }
model_timeout = no reply from `{ $service }` in time: { $detail }
    .hint = try again, or set a longer { SETTING("first_token_timeout") } or { SETTING("timeout") } for this model
model_server = `{ $service }` failed with status { $status }: { $detail }
    .hint = try again later
model_program = the program `{ $program }` failed: { $detail }
    .hint = run it by hand on a line of text to see what is wrong
model_cancelled = the request to `{ $service }` was cancelled
    .hint = resume the run to ask again
model_budget = the budget does not allow another request: { $detail }
    .hint = raise the limit, or resume later
