## Setting up, looking around, backups

welcome = Tsumugi translates whole books with language models.
    Open the page: `tsumugi serve --open`. Translate a file: `tsumugi translate novel.epub --to en`.
    All commands: `tsumugi --help`.
welcome_first = Tsumugi translates whole books with language models.
    Set up a model in a minute: `tsumugi setup`. Try it without one: `tsumugi translate novel.epub --to en --model rehearsal`.
    Open the page: `tsumugi serve --open`. All commands: `tsumugi --help`.
backup_written = { $path } holds the whole library: { $n_books ->
        [one] 1 book
       *[other] { $n_books } books
    }
restore_question = A library is at `{ $path }`. Put the backup in its place? It is kept beside it.
restore_not_meant = a library is at `{ $path }`, and it was not said that the backup may take its place
    .hint = { FLAG("--yes") } says so; the library that is there is kept beside it
moving_table = moving { $table }
library_moved = the library is at `{ $path }` now as well: { $n_books ->
        [one] one book
       *[other] { $n_books } books
    }, { $n_rows ->
        [one] one row
       *[other] { $n_rows } rows
    }, compared one by one
    .hint = name it with { FLAG("--library") }; the first one is as it was
moved_book_differs = the book `{ $title }` does not go out of the new library as it does out of the old one
    .hint = go on with the old library, which is as it was
restored = `{ $path }` is the backup now
restored_kept = the library that was there is `{ $path }`
doctor_line = { $name ->
        [version] version
        [system] system
        [library] library
        [library_bytes] its size in bytes
        [disk_free_bytes] free space beside it in bytes
        [books] books in it
        [library_fault] what is wrong with it
        [open_to_others] open to more than their owner
        [settings] settings folder
        [default_model] default model
        [keys_kept_in] a new key goes to
        [services_with_key] keys at hand for
        [local_servers] model servers on this machine
        [dictionaries] dictionaries
        [proxies] proxies set in
       *[other] { $name }
    }: {""}
doctor_none = none
doctor_keyring = the system's keyring
server_is_well = the server at { $server } answers
server_does_not_answer = the server at { $server } does not answer
setup_wants_terminal = `tsumugi setup` asks questions, and nobody is there to answer them
    .hint = { COMMAND("tsumugi models add") } does the same without questions
setup_looking = Looking for model servers on this machine …
setup_local = { $name }, on this machine, free
setup_which = Which one? Its number, or nothing to leave:
setup_left = nothing was changed
    .hint = { COMMAND("tsumugi setup") } begins again; { COMMAND("tsumugi models add") } takes services that are not listed
setup_key_page = A key is made at { $page }
setup_open_page = Open that page now?
setup_model_name = The name of the model at { $service }, or nothing to leave:
setup_test_failed = `{ $name }` is kept, but it is not the default, because its test failed
    .hint = { COMMAND("tsumugi models test") } tries it again; { COMMAND("tsumugi setup") } takes another
setup_done = { $name } is the default now. Translate a book: tsumugi translate novel.epub --to en
