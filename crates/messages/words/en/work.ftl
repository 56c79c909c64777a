## Before a run

estimate = { $paragraphs } in { $chunks } of { $chapters } with `{ $model }`
    about { $least_in } to { $most_in } tokens in, { $least_out } to { $most_out } out, { $money }
money_free = free
money_range = ${ $least } to ${ $most }
money_unknown = price unknown
nothing_sent = nothing was sent
nothing_to_fix = the checks find nothing a model could fix
nothing_stale = nothing is stale
all_translated = everything is translated already
    .hint = { FLAG("--again") } does it anew, { COMMAND("tsumugi polish") } improves it
no_translation_in_chapters = there is no translation in the chosen chapters
in_target_language = `{ $title }` is in { $language } already (`{ $source }`)
translate_all_the_same = `{ $title }` is in { $language } already (`{ $source }`). Translate it into `{ $target }` all the same?
may_cost_begin = This may cost up to ${ $most }. Begin?
series_of_other_language = the other books of `{ $series }` are translated into `{ $other }`; this one gets a series of that name for `{ $target }`, without their terms
make_language_edition = `{ $title }` is translated into `{ $present }`. Make an edition in { $language } beside it?
take_language_edition = this is the `{ $present }` edition of `{ $title }`. Work on its edition in { $language } instead?
language_edition_made = made the edition of `{ $title }` in { $language }: { $edition }
language_edition_taken = taking the edition of `{ $title }` in { $language }: { $edition }
other_language_edition = `{ $title }` ({ $book }) is translated into `{ $present }`; nothing was sent
    .hint = add { FLAG("--yes") } to work on its edition in { $language }, which is made where there is none; this one stays as it is
book_of_series = { $number } of { $n }: { $title } ({ $book })

## While a run is going on

dictionary_used = dictionary: `{ $name }`, { $n } words and forms
reused = { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } taken from earlier work
mended = { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } mended without a model
run_started = run { $run }: { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    }
run_started_with_open = run { $run }: { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    }, { $open } of them begun before
chunk_started = chapter { $chapter }: { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } with { $model }
now_chunk = now: chapter { $chapter }, { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } with { $model }
remedied = chapter { $chapter }: { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    }: { $why }; { $remedy }
remedy_split = trying smaller pieces
remedy_fallback = trying { $model }
remedy_other_form = trying with `--delivery { $form }`
remedy_later = trying again at the end
remedy_narrow = waiting for what is under way
remedy_leave = left as they are
remedy_stop = the run stops
waiting = { $why }; trying again in { $seconds } s
delivery_changed = { $model } brings nothing by { $from ->
        [tools] tool calls
        [structured] a JSON object
       *[lines] numbered lines
    } ({ $why }); it is asked for { $to ->
        [tools] tool calls
        [structured] a JSON object
       *[lines] numbered lines
    } from here on
review_failed = chapter { $chapter }: what the checks found could not be reviewed: { $why }; the translation stays as accepted
batch_submitted = { $n ->
        [one] 1 request
       *[other] { $n } requests
    } handed in as a batch; answers may take a day. Stop at any time: { COMMAND("tsumugi resume") } takes them in
batch_found = waiting for a batch of { $n ->
        [one] 1 request
       *[other] { $n } requests
    }, handed in { $time } ago
batch_ended = a batch is back: { $answered } of { $n ->
        [one] 1 request
       *[other] { $n } requests
    } answered
time_short = less than a minute
time_minutes = { $minutes } min
time_hours = { $hours } h { $minutes } min
speed = { $n } paragraphs/min
time_left = { $time } left
tokens_so_far = { $in } tokens in ({ $cached } cached), { $out } out
retries = { $n } retries
silence = last token { $seconds } s ago
stopping_run = stopping; everything accepted is kept (Ctrl-C again leaves at once)
progress_import = reading
progress_save = saving
progress_compare = comparing
progress_write = writing

## At the end of a run

sum_accepted = { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    } accepted
sum_reused = { $n } taken from earlier work
sum_suggested = { $n } waiting as suggestions
sum_kept = { $n } kept as they are
sum_tokens = { $in } tokens in, { $out } out
not_reached = { $n ->
        [one] 1 paragraph was
       *[other] { $n } paragraphs were
    } not reached
paragraphs_remain = { $n ->
        [one] 1 paragraph remains
       *[other] { $n } paragraphs remain
    }
    .hint = { COMMAND("tsumugi resume RUN", $run) } goes on from here, with another { FLAG("--model") } if you like
paused_by_output = paused before it costs more than twice the ${ $said } it was said to cost at most: the replies for chapter { $chapter } are much longer than its text
paused_by_retries = paused before it costs more than twice the ${ $said } it was said to cost at most: chapter { $chapter } takes far more requests than planned
paused_by_output_tokens = paused before it takes more than twice the { $said } tokens it was said to take at most: the replies for chapter { $chapter } are much longer than its text
paused_by_retries_tokens = paused before it takes more than twice the { $said } tokens it was said to take at most: chapter { $chapter } takes far more requests than planned
stopped_at_limit = stopped at the limit; the book can be exported as it is
stopped_at_monthly_budget = stopped at this month's budget of { $of ->
        [person] the person who asked for the run
        [book] this book
       *[library] the library
    }: ${ $spent } of ${ $limit } is spent and ${ $held } is set aside by runs at work; the book can be exported as it is
    .hint = { $of ->
        [person] { COMMAND("tsumugi budget set USD --person LOGIN", $more, $name) }
        [book] { COMMAND("tsumugi budget set USD --book BOOK", $more, $name) }
       *[library] { COMMAND("tsumugi budget set USD", $more) }
    } raises it, and { COMMAND("tsumugi resume RUN", $run) } goes on, then or next month
budget_set = this month's budget of { $of }: ${ $limit }, ${ $spent } of it spent
budget_removed = no budget limits { $of } any more
no_budgets = no monthly budget is set
    .hint = { COMMAND("tsumugi budget set USD", $example) } sets one for the whole library
budget_of_library = the library
budget_of_person = { $name }
budget_of_book = “{ $name }”
nobody_logged_in = (nobody logged in)
removed_book = (a removed book)
rest_may_cost = the rest may cost up to ${ $most }
    .hint = { COMMAND("tsumugi resume RUN --max-cost USD", $run, $limit) } finishes it
rest_may_take = the rest may take up to { $most } tokens
    .hint = { COMMAND("tsumugi resume RUN --max-tokens N", $run, $limit) } finishes it
run_interrupted = interrupted; everything accepted is kept
    .hint = { COMMAND("tsumugi resume RUN", $run) } goes on from here
run_stopped_alike = the run stopped, because it would be the same for the rest
run_stopped = the run stopped: { $why }
model_incapable = this model cannot do this work as it is asked; { COMMAND("tsumugi models test") } shows in which form it can, { FLAG("--delivery lines") } asks least of it, and a larger model may do better
goes_on = { COMMAND("tsumugi resume RUN", $run) } goes on from here
left_for_reason = { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    }: { $why }
left_in_chapter = {"  "}chapter { $chapter }: { $paragraphs }
left_more = {"  "}and { $n } more; { COMMAND("tsumugi status RUN", $run) } lists all
check_by_name = { $failure } ({ $name })
run_finished_already = the last run ({ $run }) of `{ $title }` finished; nothing is left to resume
batches_not_taken = `{ $model }` takes no batches; it is asked directly

## Survey

nothing_stands_out = no word stands out in the chosen chapters
nothing_to_read = there is nothing to read in the chosen chapters
survey_estimate = { $words } words stand out; { $chapters } chapters are read in { $pieces } pieces with `{ $model }`
    about { $least_in } to { $most_in } tokens in, { $least_out } to { $most_out } out, { $money }
look_through_proposals = Look through the proposals now?
stopping_survey = stopping when what was sent has come back (Ctrl-C again leaves at once)
survey_began = run { $run }
survey_began_again = run { $run }: { $read } of { $n } pieces were read before
survey_read = chapter { $chapter }: { $terms } terms, { $characters } characters; { $dropped } claims without evidence left out
survey_piece_failed = a piece from chapter { $chapter } could not be read: { $why }
survey_sum = { $read } of { $n } pieces read: { $terms } new terms, { $characters } new characters, { $summaries } summaries · { $in } tokens in, { $out } out · { $money }
survey_left_out = { $dropped } claims did not stand in the text and { $refused } were no names or terms; they were left out
survey_conflicts = { $n } contradictions wait for you; until then neither side is used
survey_review_next = { COMMAND("tsumugi survey BOOK --review", $book) } decides on the proposals
survey_unread = { $n } pieces could not be read
    .hint = { COMMAND("tsumugi resume RUN", $run) } goes on from here
survey_at_budget = stopped at the budget
    .hint = { COMMAND("tsumugi resume RUN", $run) } goes on from here, with a higher limit
survey_interrupted = interrupted; everything that was read is kept
    .hint = { COMMAND("tsumugi resume RUN", $run) } goes on from here
survey_stopped = the survey stopped: { $why }
no_proposals = no proposal waits
review_keys = a accept · e TEXT accept with another translation · g f|m|n accept with this gender · r reject · m WORD merge into that term or character · s skip · q stop · ? help
no_term_or_character = no term or character `{ $word }`
proposal_quote = {"    "}ch. { $chapter } { $paragraph }: { $text }
proposal_term = { $source } = { $translation } ({ $kind }, { $n } uses)
proposal_character = { $source } = { $translation } (character, { $n } uses)
proposal_also = {"  "}also: { $names }
proposal_gender = {"  "}gender: { $gender }
proposal_gender_unclear = {"  "}gender: contradicting (decide with `g f`, `g m` or `g n`)
proposal_voice = {"  "}voice: { $voice }
sign = { $word }

## Conversations

chat_leave = (an empty line leaves)
chat_stopped = stopped; what was said is kept
    .hint = { FLAG("--session ID", $chat) } goes on with it
chat_at_budget = stopped at the budget; what was said is kept
    .hint = { FLAG("--session ID", $chat) } goes on with it, with a higher limit
chat_too_many_steps = the model kept calling tools without an answer
    .hint = ask for less at once
no_chats = there was no conversation about this book yet
chat_again = again: { $why }
chat_suggested = suggested beside your words; { COMMAND("tsumugi suggestions BOOK", $book) } shows it
chat_changed = changed; { COMMAND("tsumugi undo BOOK --change ID", $book, $change) } takes it back
chat_compacted = the older part of this conversation is from now on read in summary
nobody_agrees = nothing was changed: there is nobody to agree
    .hint = { FLAG("--yes") } agrees in advance
change_places = { $tool }: change { $n } places?

## Models

settings_written = `{ $name }` written to `{ $path }`
key_kept = key kept in `{ $path }`, readable only by you
key_kept_in_keyring = key kept in the system's keyring
no_key_kept = no key kept; `{ $variable }` in the environment works too
model_is_default = `{ $name }` is used when no { FLAG("--model") } is named
model_test_next = { COMMAND("tsumugi models test NAME", $name) } tries it
key_prompt = Key for { $variable } (not shown, empty for none):
nothing_learnt = nothing was learnt
forgotten = forgotten: { $n ->
        [one] 1 model
       *[other] { $n } models
    }
learned_fact = {"  "}{ $what ->
        [left_out] left out  { " " }
        [quirks] quirks    { " " }
        [dialect] dialect   { " " }
        [delivery] delivery  { " " }
        [window] window    { " " }
       *[tools] tools     { " " }
    }{ $value }
reads_times = { $times } times the least its work takes
tools_in_text = in the text
no_model_called = no service or model is called `{ $filter }`
    .hint = { COMMAND("tsumugi models list") } shows all; a service takes any model it has, as `service/MODEL`
models_default_none = none; { COMMAND("tsumugi models add NAME --default") } sets one
models_list_foot = `…` stands for any model of that service
    default: { $default }
    always there: `{ $rehearsal }`, and `command:PROGRAM ARGS` for a program that translates
prices_taken = prices of { $n } models, of { $date }
model_removed = `{ $name }` is removed
nothing_set = nothing is set
test_cut_off = the reply was cut off before a tool was called
    .hint = set a lower { SETTING("thinking") } with { COMMAND("tsumugi models set") }, and test again
test_no_form = the model gave back three paragraphs in no form
    .hint = try a larger model
test_no_form_said = the model gave back three paragraphs in no form; it said: `{ $text }`
    .hint = try a larger model
test_tool_calls = tool calls
test_several_at_once = several at once
test_delivery = delivery
test_none_works = none works
test_n_of_three = { $n } of 3 paragraphs
test_streaming = streaming
test_thinking = thinking
test_json = JSON by schema
test_window = window
test_told = told by it
test_speed = speed
test_speed_value = { $n } tokens a second
test_price = price
test_price_value = ${ $in } in, ${ $out } out per million
test_usage = usage told
test_usage_value = { $in } in ({ $cached } cached), { $out } out
test_time = time
test_time_value = { $first } ms to the first word, { $all } ms in all
test_this_request = this request
test_unknown = unknown
test_sentence = sentence
test_answer = answer

## The server

stopping_server = stopping; runs can be resumed (Ctrl-C again leaves at once)
first_owner_link = nobody is a member yet: whoever opens this link first, within a day, becomes the owner
token_not_kept = { $why }
    .hint = the token below is good until the server stops
readable_on_the_way = what is sent to this address can be read on the way
    .hint = put TLS in front, for example `caddy reverse-proxy --from books.example.org --to 127.0.0.1:7878`, and leave { FLAG("--bind") } as it is
ctrl_c_stops = Ctrl-C stops it
worker_needs_database = workers need a library in PostgreSQL, and { $path } is a file
    .hint = { COMMAND("tsumugi library move FROM TO") } moves it into a database; without { FLAG("--workers") } the server executes runs itself
worker_not_shown = the library at { $path } could not be shown that this worker lives
    .hint = look whether the database takes more connections, and start the worker again
worker_ready = waiting for runs (Ctrl-C gives back what was taken)
worker_took = { $run }: taken
worker_ended = { $run }: { $ending }
worker_put_back = { $run }: given back to the queue
worker_lost_run = { $run }: another worker goes on with it
worker_failed = { $run }: stopped: { $why }
worker_draining = leaving: requests in flight come in, then the runs are given back (Ctrl-C again leaves at once)
run_crashed_workers = { $n } workers in a row ended while they executed this run, and it came no further
    .hint = look into their logs; then { COMMAND("tsumugi resume RUN", $run) } goes on
test_own_prompt = its own prompt
delivery_prompt = { $form }, prompt { $prompt }
delivery_set = { $form }, set
delivery_learnt = { $form }, learnt
delivery_learnt_why = { $form }, learnt: { $why }
col_delivery = delivery
reading_prompt = reading the prompt … { $percent } %
