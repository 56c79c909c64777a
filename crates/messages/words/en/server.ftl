## The server

token_needed = `{ $address }` can be reached from other machines, so a token is needed
    .hint = leave { FLAG("--no-token") } out, or stay with { FLAG("--bind 127.0.0.1") }
cannot_listen = cannot listen at `{ $address }`: { $detail }
    .hint = choose another with { FLAG("--port") }
mcp_not_begun = the other program did not begin as the protocol asks: { $detail }
    .hint = { COMMAND("tsumugi mcp") } is started by a program that speaks MCP, not by hand
mcp_broken = the connection broke: { $detail }
because = { $what }: { $why }
programs_not_from_page = programs are only started from the command line
    .hint = { COMMAND("tsumugi translate --model") } with `"command:…"` starts one
no_key_text = this cannot be a key
    .hint = copy it again
not_a_network = `{ $text }` is neither an address nor a network
    .hint = write `127.0.0.1` or `10.0.0.0/8`
not_a_public_url = `{ $text }` is not an address the page can have
    .hint = write scheme and host only, for example `https://books.example.org`
