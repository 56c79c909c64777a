#!/usr/bin/env python3
"""Makes the library of version 0.1 that the tests open: python3 make.py PROGRAM SAMPLES OUT

PROGRAM is `tsumugi` of version 0.1, SAMPLES the folder `samples`, OUT a folder that does not exist yet.
Ids and times differ from one making to the next, so what is kept beside this file is made once and not again.
"""

import gzip
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PROGRAM, SAMPLES, OUT = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
WORK = OUT / "work"
LIBRARY = WORK / "library.tsumugi"


def environment(library):
    config = str(WORK / "config")
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(WORK),
        "USER": "reader",
        "HOSTNAME": "home",
        "TSUMUGI_LIBRARY": str(library),
        "TSUMUGI_CONFIG": config,
        "TSUMUGI_DICTIONARIES": config,
        "TSUMUGI_API_KEY": "no key",
    }


def tsumugi(*arguments, library=LIBRARY, codes=(0,)):
    """Runs the program and gives what it printed; stops if it leaves with another code than expected."""
    done = subprocess.run(
        [PROGRAM, *arguments], env=environment(library), cwd=WORK, capture_output=True, text=True
    )
    print("$ tsumugi", *arguments, "->", done.returncode)
    if done.returncode not in codes:
        sys.exit(done.stdout + done.stderr)
    return done.stdout


def listed(*arguments, **more):
    return json.loads(tsumugi(*arguments, "--json", **more))


# The model of the survey and of the conversation: an endpoint on this machine that gives prepared replies.


def call(name, arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": f"call_{name}", "type": "function", "function": function}]}


def say(text):
    return {"role": "assistant", "content": text}


class Endpoint(BaseHTTPRequestHandler):
    """Says what was prepared; a request for which nothing is left gets no answer."""

    replies = []
    is_silent = threading.Event()
    is_over = threading.Event()

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if not Endpoint.replies:
            Endpoint.is_silent.set()
            Endpoint.is_over.wait()
            return
        message = dict(Endpoint.replies.pop(0))
        for index, tool_call in enumerate(message.get("tool_calls", [])):
            tool_call["index"] = index
        reason = "tool_calls" if "tool_calls" in message else "stop"
        events = [
            {"choices": [{"index": 0, "delta": message, "finish_reason": None}]},
            {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
            {"choices": [], "usage": {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960}},
        ]
        head = {"id": "r", "object": "chat.completion.chunk", "created": 0, "model": "prepared"}
        lines = [f"data: {json.dumps(head | event)}\n\n" for event in events] + ["data: [DONE]\n\n"]
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write("".join(lines).encode())

    def log_message(self, *_):
        pass


# The steps.


def paragraphs(book, chapter):
    return listed("show", book, "--chapter", str(chapter))


def first_with(book, chapter, word):
    return next(p["paragraph_id"] for p in paragraphs(book, chapter) if word in p["text"])


def make_knowledge(book):
    tsumugi("terms", book, "add", "糸玉", "thread ball", "--form", "ball of thread", "--kind", "item", "--reading", "いとだま")
    tsumugi("terms", book, "add", "縹町", "Hanada", "--kind", "place", "--note", "the town")
    tsumugi("characters", book, "add", "澪", "Mio", "--gender", "female", "--reading", "みお", "--voice", "plain and quick")
    tsumugi("characters", book, "add", "綾女", "Ayame", "--alias", "師匠=the master@2", "--description", "Keeps the shop.")
    tsumugi("memories", book, "add", "A letter here is a thread.", "--about", "book")
    tsumugi("memories", book, "add", "She cannot spin yet.", "--about", "澪", "--known-from", "2")
    tsumugi("memories", book, "summary", "3", "--text", "Mio learns the three rules.")
    tsumugi("instructions", book, "--set", "Keep honorifics.")
    tsumugi("instructions", book, "--chapter", "3", "--set", "This chapter is told in short sentences.")


def make_survey(book, url):
    town, shop, master = (first_with(book, 2, word) for word in ("縹町", "千歳屋", "綾女"))
    chapter = paragraphs(book, 2)[0]["chapter_id"]
    found = {
        "terms": [
            {"source": "糸車", "translation": "spinning wheel", "kind": "item", "note": "", "evidence": [shop]},
            {"source": "千歳屋", "translation": "Chitose-ya", "kind": "place", "note": "the shop", "evidence": [shop]},
            {"source": "竜宮", "translation": "Dragon Palace", "kind": "place", "note": "", "evidence": [town]},
        ],
        "characters": [{"name": "綾女", "translation": "Ayame", "evidence": [master], "facts": []}],
        "summaries": [{"chapter_id": chapter, "text": "A town where letters are spun."}],
    }
    Endpoint.replies = [call("submit_survey", found)]
    tsumugi("survey", book, "--to", "en", "--model", "prepared", "--base-url", url, "--chapters", "2", "--piece-size", "100000", "--yes")


def make_edits(book):
    in_two = [p["paragraph_id"] for p in paragraphs(book, 2) if p["translation"]]
    own, again, refused, locked, chosen = in_two[3:8]
    tsumugi("edit", book, "--paragraph", own, "--text", "Letters were not written in Hanada. They were spun.")
    tsumugi("edit", book, "--paragraph", again, "--text", "My own words.")
    tsumugi("edit", book, "--paragraph", refused, "--text", "My own words too.")
    tsumugi("translate", book, "--again", "--no-reuse", "--paragraphs", f"{again},{refused}", "--model", "rehearsal", "--yes")
    tsumugi("suggestions", book, "--reject", refused)
    tsumugi("lock", book, locked)
    tsumugi("edit", book, "--paragraph", chosen, "--text", "A second version.")
    versions = listed("history", book, "--paragraph", chosen)
    earlier = next(version for version in versions if not version["selected"])
    tsumugi("select", book, chosen, earlier["id"])
    findings = listed("check", book)
    tsumugi("acknowledge", book, *findings[-1]["paragraph_ids"], "--reason", "It is meant so.")
    tsumugi("edit", book, "--paragraph", in_two[9], "--text", "Taken back.")
    tsumugi("undo", book)


def make_chat(book, url):
    model = ("--model", "prepared", "--base-url", url, "--yes")
    Endpoint.replies = [call("list_chapters", {}), say("It has five chapters.")]
    events = tsumugi("chat", book, "How long is it?", "--json", *model).splitlines()
    session = json.loads(events[0])["session"]
    change = {"find": "My own words", "replace": "Words of my own", "dry_run": False}
    Endpoint.replies = [call("replace_in_translations", change), say("Done.")]
    tsumugi("chat", book, "Say it the other way round.", "--session", session, *model)


def number(sql):
    database = sqlite3.connect(LIBRARY)
    (found,) = database.execute(sql).fetchone()
    database.close()
    return found


def open_tasks():
    return number("SELECT count(*) FROM tasks WHERE outcome IS NULL AND n_steps > 0")


def attempt(work, is_good):
    """Does `work(1)`, `work(2)` … each time with the library as it is now, until the library is as it should be."""
    fold(LIBRARY)
    shutil.copy(LIBRARY, WORK / "before")
    for effort in range(1, 60):
        work(effort)
        if is_good():
            return
        fold(LIBRARY)
        shutil.copy(WORK / "before", LIBRARY)
    sys.exit("it did not come to pass")


def start(*arguments):
    print("$ tsumugi", *arguments, "-> killed")
    return subprocess.Popen(
        [PROGRAM, *arguments], env=environment(LIBRARY), cwd=WORK, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )


def end(running):
    running.send_signal(signal.SIGKILL)
    running.wait()
    running.stdout.close()


def stop_at_a_limit(*arguments):
    """A run that stops at its limit of tokens in the middle of a conversation."""
    n_before = open_tasks()

    def work(effort):
        limit = ("--max-tokens", str(18000 + 700 * effort), "--concurrency", "1", "--yes")
        tsumugi(*arguments, "--model", "rehearsal", *limit, codes=(0, 3, 4))

    attempt(work, lambda: open_tasks() > n_before)


def kill_in_the_middle(book):
    """A run that is killed when some of its tasks are done and two are under way."""
    n_before = open_tasks()

    def work(effort):
        options = ("--effort", "careful", "--chunk-size", "200", "--concurrency", "2", "--instructions", "Short sentences.")
        running = start("translate", book, "--model", "rehearsal", *options, "--yes", "--json")
        for n_events, line in enumerate(running.stdout):
            if n_events > 30 + effort and json.loads(line)["event"] == "called":
                break
        end(running)

    some_done = "SELECT count(*) FROM tasks WHERE outcome IS NOT NULL AND run = (SELECT max(key) FROM runs)"
    attempt(work, lambda: open_tasks() == n_before + 2 and number(some_done) > 0)


def kill_while_it_waits(book, url):
    """A run of another endpoint that is killed while its model thinks: with notes and a question of its task."""
    question = {"question": "Is the harbour north of the town?", "choices": ["yes", "no"]}
    Endpoint.replies = [call("create_todo", {"items": ["look up the harbour", "read it aloud"]}), call("ask_user", question)]
    Endpoint.is_silent.clear()
    running = start("translate", book, "--chapters", "3", "--model", "prepared", "--base-url", url, "--yes", "--json")
    Endpoint.is_silent.wait()
    end(running)


def newer_edition(path):
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    long = [number for number, line in enumerate(lines) if len(line) > 80]
    lines[long[2]] = lines[long[2]] + " Nobody had counted on the rain."
    lines.insert(long[4], "A line that was not there before.\n")
    newer = WORK / "newer-edition.txt"
    newer.write_text("\n".join(lines), encoding="utf-8")
    return newer


def export_all(library, books, name):
    """Exports every book alone and with its source; keeps the files and certificates compressed."""
    folder, kept = WORK / name, OUT / name
    folder.mkdir()
    kept.mkdir()
    for stem, (book, ending) in books.items():
        tsumugi("export", book, "-o", str(folder / f"{stem}.{ending}"), library=library)
        tsumugi("export", book, "-o", str(folder / f"{stem}.both.{ending}"), "--bilingual", "above", library=library)
    for file in sorted(folder.iterdir()):
        (kept / f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))


def listen(library, books):
    """What the program says of the library, so that later versions can be asked the same."""
    questions = [["books"], ["runs"]]
    for run in listed("runs", library=library):
        questions += [["status", run["id"]], ["cost", run["id"]]]
    for book, _ in books.values():
        questions += [["show", book], ["history", book, "--limit", "100"], ["suggestions", book], ["acknowledge", book], ["stale", book]]
        questions += [["terms", book, "list"], ["characters", book, "list"], ["memories", book, "list"], ["memories", book, "summaries"]]
        questions += [["instructions", book], ["instructions", book, "--chapter", "3"], ["chat", book, "--list"], ["survey", book, "--review"]]
        questions += [["history", book, "--paragraph", p["paragraph_id"]] for p in paragraphs(book, 2)[2:9]]
    answers = [{"asked": question, "said": listed(*question, library=library)} for question in questions]
    text = json.dumps(answers, ensure_ascii=False, indent=1)
    (OUT / "said.json.gz").write_bytes(gzip.compress(text.encode(), 9, mtime=0))


def fold(library):
    """One file without a log beside it, as small as it gets."""
    database = sqlite3.connect(library)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.execute("VACUUM")
    database.close()


def main():
    WORK.mkdir(parents=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/v1"

    aozora = listed("import", str(SAMPLES / "ito-no-machi.txt"), "--series", "糸の町", "--to", "en")["id"]
    epub = listed("import", str(SAMPLES / "the-lamplighters-ledger.epub"), "--to", "zh")["id"]
    plain = listed("import", str(SAMPLES / "the-lamplighters-ledger.txt"), "--to", "de")["id"]
    make_knowledge(aozora)
    make_survey(aozora, url)
    tsumugi("translate", aozora, "--model", "rehearsal", "--yes", "--instructions", "Keep it short.", codes=(0, 3))
    make_edits(aozora)
    make_chat(aozora, url)
    tsumugi("fix", aozora, "--chapters", "2", "--model", "rehearsal", "--yes", codes=(0, 3))
    tsumugi("terms", aozora, "reject", "千歳屋")
    stop_at_a_limit("polish", aozora, "--chapters", "2", "--chunk-size", "300", "--effort", "careful")
    stop_at_a_limit("proofread", aozora, "--chapters", "3", "--chunk-size", "300", "--effort", "careful")

    tsumugi("translate", plain, "--chapters", "1-2", "--model", "rehearsal", "--yes", codes=(0, 3))
    tsumugi("import", str(newer_edition(SAMPLES / "the-lamplighters-ledger.txt")), "--revises", plain)
    small = ("--piece-size", "1500", "--concurrency", "1", "--max-tokens", "6000", "--yes")
    tsumugi("survey", plain, "--model", "rehearsal", *small, codes=(4,))
    kill_while_it_waits(plain, url)
    kill_in_the_middle(epub)

    fold(LIBRARY)
    (OUT / "library.tsumugi.gz").write_bytes(gzip.compress(LIBRARY.read_bytes(), 9, mtime=0))
    copy = WORK / "copy.tsumugi"
    shutil.copy(LIBRARY, copy)
    books = {"aozora": (aozora, "txt"), "epub": (epub, "epub"), "plain": (plain, "txt")}
    listen(copy, books)
    export_all(copy, books, "as-it-is")
    for run in listed("runs", library=copy):
        if run["ending"] in (None, "budget"):
            tsumugi("resume", run["id"], "--model", "rehearsal", "--max-tokens", "1000000", library=copy)
    export_all(copy, books, "when-resumed")
    Endpoint.is_over.set()
    server.shutdown()


main()
