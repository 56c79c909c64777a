## Labels and counts

label = { $kind ->
        [error] error
        [warning] warning
       *[hint] hint
    }
n_paragraphs = { $n ->
        [one] 1 paragraph
       *[other] { $n } paragraphs
    }
n_chunks = { $n ->
        [one] 1 chunk
       *[other] { $n } chunks
    }
n_chapters = { $n ->
        [one] 1 chapter
       *[other] { $n } chapters
    }
n_requests = { $n ->
        [one] 1 request
       *[other] { $n } requests
    }
n_entries = { $n ->
        [one] 1 entry
       *[other] { $n } entries
    }
n_terms = { $n ->
        [one] 1 term
       *[other] { $n } terms
    }
n_characters = { $n ->
        [one] 1 character
       *[other] { $n } characters
    }
n_memories = { $n ->
        [one] 1 memory
       *[other] { $n } memories
    }
n_translator_notes = { $n ->
        [one] 1 translator's note
       *[other] { $n } translator's notes
    }
change_made = { $what } ({ $change })
takes_it_back = { COMMAND("tsumugi undo BOOK", $book) } takes it back
nothing_changed = nothing was changed
and_more = and { $n } more
and_more_in_json = and { $n } more; { FLAG("--json") } lists all
of_chapter = chapter { $chapter }: { $what }

## Headings of tables

col_number = #
col_id = id
col_title = title
col_languages = languages
col_chapters = chapters
col_translated = translated
col_paragraphs = paragraphs
col_paragraph = paragraph
col_severity = severity
col_check = check
col_chapter = chapter
col_finding = finding
col_run = run
col_book = book
col_kind = kind
col_chunks = chunks
col_ending = ending
col_usd = usd
col_budget = budget of
col_monthly_limit = usd a month
col_spent = spent
col_held = set aside
col_month = month
col_person = person
col_limit = limit
col_model = model
col_tasks = tasks
col_input = in
col_cached = cached
col_output = out
col_key = key
col_window = window
col_input_price = in $/M
col_output_price = out $/M
col_as_of = as of
col_when = when (UTC)
col_who = who
col_what = what
col_effects = effects
col_reason = reason
col_why = why
col_source = source
col_translation = translation
col_note = note
col_strictness = strictness
col_standing = standing
col_uses = uses
col_in_chapters = chapters
col_name = name
col_gender = gender
col_also_called = also called
col_about = about
col_from = from
col_memory = memory
col_summary = summary
col_alike = alike
col_unclear = unclear
col_renderings = renderings
col_series = series
col_books = books
col_days_left = days left
col_terms = terms
col_characters = characters
col_memories = memories
col_session = session
col_lines = lines
col_line = line
col_word = word
col_reading = reading
col_pair = from, into
col_dictionary = dictionary
col_licence = licence
col_place = here, or where to get it
total = total

## Words that programs read as well

run_kind = { $word }
run_ending = { $word ->
        [at_work] at work
        [turned_away] turned away
       *[other] { $word }
    }
ledger_state = { $n } { $word }
severity = { $word }
severity_count = { $n } { $word }
standing = { $word }
gender = { $word }
term_kind = { $word }
strictness = { $word }
stale_reason = { $word ->
        [source_changed] source changed
        [other_language] other language
        [other_instructions] other instructions
        [other_terms] other terms
       *[other] { $word }
    }
author = { $word ->
        [person] person
        [memory] memory
       *[checks] checks
    }
author_assistant = { $model } (assistant)
author_model = { $model } ({ $task })
yes_or_no = { $word ->
        [yes] yes
       *[no] no
    }
key_status = { $word ->
        [not_needed] not needed
       *[other] { $word }
    }
n_seconds = { $n ->
        [one] 1 second
       *[other] { $n } seconds
    }
n_minutes = { $n ->
        [one] 1 minute
       *[other] { $n } minutes
    }
n_hours = { $n ->
        [one] 1 hour
       *[other] { $n } hours
    }
language_name = { $tag ->
       *[other] { $name }
    }
