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

## Settings, keys and the names of models

no_settings_folder = this account has no home folder to keep settings in
    .hint = name a folder in the variable `TSUMUGI_CONFIG`
no_library_folder = this account has no home folder to keep a library in
    .hint = name a file with { FLAG("--library") }
cannot_read = cannot read `{ $path }`
cannot_write = cannot write `{ $path }`
not_a_file = `{ $path }` is not a file
settings_garbled = cannot understand `{ $path }`: { $detail }
    .hint = correct the file, or take it away to begin with the usual settings
learned_garbled = cannot understand `{ $path }`
    .hint = { COMMAND("tsumugi models learned --forget") } begins anew
open_to_others = others on this machine can read `{ $path }`
    .hint = `chmod 600 { $path }`
keyring_refused = the key `{ $variable }` is in the system's keyring, which does not give it: { $why }
    .hint = unlock the keyring, or give the key again with { COMMAND("tsumugi models add") }; `TSUMUGI_KEYRING=off` keeps it in a file
vendor_no_table = `vendors.{ $service }` in the settings is not a table
not_on_this_machine = `{ $model }` is at { $host }, and only models on this machine may be used
    .hint = choose one on this machine, or leave { FLAG("--local-only") }, `TSUMUGI_LOCAL_ONLY` and the setting `local_only` out
which_model = `{ $service }` is a service; which of its models?
    .hint = write `{ $service }/MODEL` with any model it has
which_model_of = `{ $service }` is a service; which of its models?
    .hint = write `{ $service }/MODEL` with any model it has, for example { $known }
key_of_another = the key in `{ $variable }` belongs to { $owner } and is not sent to { $origin }
    .hint = give this endpoint its own name and key with { COMMAND("tsumugi models add") }
quote_not_closed = a quotation mark is not closed in `command:{ $text }`
    .hint = write what belongs together between two of the same marks
command_empty = `command:` needs a program
    .hint = one that reads text and writes its translation, for example `--model "command:apertium -u eng-spa"`
no_such_program = there is no program `{ $program }`
    .hint = install it, or give its whole path
bad_header = `{ $name }` cannot be sent as a header
    .hint = a name has letters, digits and `-`, a value has one line of at most 8 KB
setting_has_null = `{ $key }` has a `null` inside, which the settings file cannot keep
    .hint = leave the field out
service_name = `{ $name }` cannot name a service
    .hint = use letters, digits, `-` and `_`
service_built_in = `{ $name }` is a built-in service
    .hint = choose another name for this endpoint
no_such_service = there is no service `{ $name }`
    .hint = { COMMAND("tsumugi models list") } shows them
service_not_yours = `{ $name }` is built in and cannot be removed
    .hint = only endpoints you added can be
services_garbled = the configuration of the model services is wrong: { $detail }
    .hint = compare it with { COMMAND("tsumugi models list") }
no_such_model = no model `{ $name }` is known
    .hint = write it as `service/model` with one of: { $known }
ambiguous_model = `{ $name }` is offered by several services: { $services }
    .hint = write `service/{ $name }`
no_key = no API key for `{ $vendor }`
    .hint = set `{ $variable }`, or add the key with { COMMAND("tsumugi models add") }
prices_garbled = cannot read the list of prices: { $detail }
    .hint = compare it with the list in docs/models.md
not_a_day = `{ $day }` in the list of prices is not a day
    .hint = write it as `2026-11-16`
cassette_unreadable = the recorded file cannot be read: { $detail }
    .hint = check the file
cassette_line = line { $line } of the recorded file is not a request: { $detail }
    .hint = record it again
connection_not_prepared = cannot prepare the connection: { $detail }
    .hint = check the file named by { SETTING("ca") }
wrong_proxy = cannot use the proxy `{ $proxy }`: { $detail }
    .hint = it looks like `http://127.0.0.1:7890`
wrong_base_url = the base URL of `{ $service }` is not a URL: { $detail }
    .hint = it looks like `https://api.example.com/v1`
wrong_header = the header `{ $name }` for `{ $service }` cannot be sent
    .hint = remove line breaks and unprintable characters
dictionary_unusable = cannot use the dictionary `{ $path }`: { $detail }
    .hint = the checks go on without it; `dictionaries.{ $source }.{ $target }` in the settings names another, or none with `""`
dictionary_empty = there is no entry in it that could be read
dictionary_too_large = it is larger than { $megabytes } MB
no_batches = `{ $model }` takes no batches
    .hint = OpenAI, Anthropic and Gemini do; leave { FLAG("--batch") } out for others
engine_only_translates = `{ $model }` is a program that translates; it cannot { $work ->
        [chat] talk about a book
        [survey] survey a book
        [polish] polish a translation
       *[proofread] proofread a translation
    }
    .hint = name a model for this with { FLAG("--model") }
