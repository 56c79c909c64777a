## What was typed

interrupted = interrupted; everything accepted is kept
    .hint = { COMMAND("tsumugi resume") } goes on
not_an_id = `{ $text }` is not a { $kind } id; copy the id exactly as it is shown
no_run_yet = there was no run yet
    .hint = { COMMAND("tsumugi translate BOOK --to LANG") } starts one
no_fitting_run = there is no such run
    .hint = { COMMAND("tsumugi runs") } lists them
several_runs = `{ $text }` is the start of { $n_runs } runs
    .hint = give more of the id
no_run_called = no run `{ $text }`
    .hint = { COMMAND("tsumugi runs") } lists them
no_model_chosen = no model is chosen, so nothing was done
    .hint =
        the ways forward are{ $servers }
        {"  "}tsumugi models list                the services Tsumugi knows
        {"  "}tsumugi models add SERVICE/MODEL   keep a key and a default
        {"  "}--base-url URL --model NAME        any endpoint, key in TSUMUGI_API_KEY
        {"  "}--model rehearsal                  no key, no cost, no real translation
server_answers = answers at { $address }
no_such_dialect = the dialects are { $known }
no_chapter_number = there is no chapter { $number }: the book has { $n_chapters }
    .hint = { COMMAND("tsumugi show BOOK", $book) } lists them
no_chapter_called = no chapter `{ $text }`: the book has { $n_chapters }
    .hint = { COMMAND("tsumugi show BOOK", $book) } lists them
not_a_chapter = `{ $text }` is no chapter: this book has { $n_chapters }
    .hint = write a number such as `3`, or `2.3` for a chapter of the series' second book
not_money = `{ $amount }` is not an amount of money
    .hint = write dollars, as in { FLAG("--max-cost 2.50") }
same_language = `{ $title }` is in { $language } already (`{ $source }`); nothing was sent
    .hint = name another language with { FLAG("--to") }, import the file with { FLAG("--from") } if it is in another one, or add { FLAG("--yes") } to begin all the same
may_cost = this may cost up to ${ $most }, and nobody can be asked here; nothing was sent
    .hint = add { FLAG("--yes") } to begin
into_which_language = into which language?
    .hint = say it with { FLAG("--to") }, for example { FLAG("--to en") }
names_in_which_language = into which language?
    .hint = say it with { FLAG("--to") }: names are proposed in that language
no_chat_about_this = no conversation `{ $text }` about this book
    .hint = { COMMAND("tsumugi chat BOOK --list", $book) } lists them
several_chats = `{ $text }` begins several conversations
    .hint = write more of it
no_library_but_near = there is no library `{ $path }`; nothing was made
    .hint = did you mean `{ $near }`?
no_library = there is no library `{ $path }`; nothing was made
    .hint = { COMMAND("tsumugi import FILE --library PATH --yes") } makes one
no_library_to_begin = there is no library `{ $path }`; nothing was made
    .hint = add { FLAG("--yes") } to make it
purge_needs_yes = taking out the transcripts of { $n_tasks ->
        [one] 1 task
       *[other] { $n_tasks } tasks
    }, { $kilobytes } KB cannot be undone
    .hint = add { FLAG("--yes") } to do it
removal_needs_yes = removing `{ $title }` ({ $book }) with { $n_translated } translated paragraphs cannot be undone
    .hint = add { FLAG("--yes") } to do it
no_suggestion = no suggestion `{ $text }` is waiting
    .hint = name a version or a paragraph as the list shows it
nothing_to_look_for = there is nothing to look for
    .hint = give a word or a phrase
test_which_model = which model?
    .hint = { COMMAND("tsumugi models list") } shows them
sets_nothing = `{ $setting }` sets nothing
    .hint = write it as `KEY=VALUE`
no_such_setting = there is no setting `{ $key }`
    .hint = the settings are { $known }
in_the_settings = in the settings
weak_token = a token has at least { $shortest } letters, digits, `-`, `_`, `.` or `~`
    .hint = leave { FLAG("--token") } out and the one that is kept is used
tool_without_book = a tool works on a book
    .hint = name it with { FLAG("--book") }
neither_file_nor_book = there is no file `{ $text }`, and no book of that name
    .hint = check the path; { COMMAND("tsumugi books") } lists the books
no_such_check = there is no check `{ $check }`
    .hint = the checks are { $known }
nothing_to_check = `{ $title }` has no translation to check
    .hint = { COMMAND("tsumugi translate BOOK --to LANG", $book) } makes one
no_translation_yet = `{ $title }` has no translation yet
    .hint = { COMMAND("tsumugi translate BOOK --to LANG", $book) } makes one
instructions_empty = the text is empty
    .hint = { FLAG("--clear") } takes the instructions away
instructions_too_long = the instructions are longer than { $limit } characters
    .hint = what translators must know about words belongs in { COMMAND("tsumugi terms") }

## Files that were named

system_not_found = No such file or directory
system_forbidden = Permission denied
system_is_folder = Is a directory
system_not_a_folder = Not a directory
system_full = No space left on device
file_unreadable = cannot read `{ $path }`
    .hint = check the name and that you may read it
folder_given = `{ $path }` is a folder
    .hint = name a file in it
file_too_large = `{ $path }` is larger than { $megabytes } MB
    .hint = split it into volumes
not_imported = `{ $path }` was not imported
not_read_anew = `{ $title }` was not read anew
nothing_taken = nothing was taken from `{ $path }`
epub_not_appended = `{ $title }` is no plain text, and a chapter cannot be put behind its last page
    .hint = import the newer file with { FLAG("--revises BOOK", $book) }
file_there_already = `{ $title }` has a file `{ $name }` already
    .hint = give the new chapter another name, or import the newer files with { FLAG("--revises BOOK", $book) }
not_an_earlier_export = `{ $path }` exists and is not an earlier export
    .hint = choose another name with { FLAG("-o") }, or add { FLAG("--force") }
file_exists = `{ $path }` exists
    .hint = choose another name with { FLAG("-o") }, or add { FLAG("--force") }
cannot_write_into = cannot write into `{ $path }`
    .hint = choose another place with { FLAG("-o") }
not_put_together = the files cannot be put together: { $detail }
no_text_files = `{ $path }` holds no text files
    .hint = a book of several files is made of `.txt` files
cannot_read_folder = cannot read the folder `{ $path }`
    .hint = check that you may read it
too_many_files_in = `{ $path }` has more than { $limit } files
    .hint = name the folder of one book
no_certificate = `{ $path }` has no certificate inside and none beside it
    .hint = only files written by { COMMAND("tsumugi export") } can be verified; keep `{ $beside }` with the file
not_a_certificate = `{ $path }` is no certificate
epub_on_terminal = an EPUB is nothing to read on a terminal
    .hint = send it to a file or a program, or name a file with { FLAG("-o") }
book_and_json = the book and the JSON of { FLAG("--json") } cannot both be standard output
    .hint = name a file with { FLAG("-o") }, or leave { FLAG("--json") } out
page_and_json = the page and the JSON of { FLAG("--json") } cannot both be standard output
two_formats = `{ $path }` and { FLAG("--format") } name two formats
    .hint = leave one of them out, or end the name as the format does
kind_not_written = `{ $path }` would be { $kind }, which Tsumugi does not write
    .hint = end the name in `.epub` or `.txt`, and convert that file afterwards, for example with Calibre or `pandoc`
archive_of_texts = a zip archive of several texts
file_of_format = a file of another format ({ $format }) than the book came in
memory_not_book = `{ $path }` is a translation memory, not a book
    .hint = { COMMAND("tsumugi import FILE --memory BOOK", $path) } takes its translations
memory_without_layout = a translation memory has no layout
    .hint = leave { FLAG("--bilingual") } and { FLAG("--keep-direction") } out
nothing_translated = nothing of this book is translated
    .hint = { COMMAND("tsumugi translate BOOK --to LANG", $book) }
workbook_on_terminal = a workbook cannot be shown
    .hint = name a file with { FLAG("-o") }
ending_unknown = `{ $path }` does not tell which format to write
    .hint = end it in .csv, .tsv, .xlsx, .json or .tbx, or say { FLAG("--format") }
no_export_folder = there is no folder `{ $path }`
    .hint = make it first, or name another with { COMMAND("tsumugi mcp --export-to") }
form_not_possible = `{ $model }` cannot be asked for `{ $form }`
    .hint = leave { FLAG("--delivery") } out for it
review_of_what = which paragraphs?
    .hint = name them, or give { FLAG("--chapter") }, { FLAG("--state") } or another filter
