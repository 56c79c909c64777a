"""A translator's work with the library by the official client of the Model Context Protocol, and what is refused on the way.

usage: mcp_story.py SETTINGS, a JSON object with `mode` (`auto` or `legacy`), `book`, `person_paragraph`, `person_change`,
`folder`, and either `command` and `environment` for standard input and output, or `url` and `token` for HTTP.
The client itself holds every structured answer against the output schema of its tool.
"""

import asyncio
import base64
import json
import sys
from pathlib import Path

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import Implementation

settings = json.loads(sys.argv[1])
book, person_paragraph = settings["book"], settings["person_paragraph"]
folder = Path(settings["folder"])
is_http = "url" in settings
called = set()


def connection(token=None):
    if not is_http:
        command = settings["command"]
        return StdioServerParameters(command=command[0], args=command[1:], env=settings["environment"])
    headers = {"Authorization": f"Bearer {token or settings['token']}"}
    return streamable_http_client(settings["url"], http_client=httpx2.AsyncClient(headers=headers, timeout=60))


def client(token=None):
    info = Implementation(name="a translator's editor", version="1")
    return Client(connection(token), mode=settings["mode"], client_info=info, read_timeout_seconds=60)


async def done(session, tool, **arguments):
    result = await session.call_tool(tool, arguments if tool == "list_books" else {"book": book, **arguments})
    assert not result.is_error, (tool, result.content)
    # The same is there for those who read text only.
    assert json.loads(result.content[0].text) == result.structured_content, tool
    assert result.structured_content["success"] is True
    called.add(tool)
    return result.structured_content


async def refused(session, tool, code, **arguments):
    result = await session.call_tool(tool, {"book": book, **arguments})
    assert result.is_error, (tool, result.content)
    told = json.loads(result.content[0].text)
    assert told["error_code"] == code and told["error"], (tool, told)
    return told


async def fails(asking, code):
    try:
        answer = await asking
    except MCPError as error:
        assert error.code in code, error
        return error
    raise AssertionError(f"not refused: {str(answer)[:500]}")


async def read(session, uri):
    (contents,) = (await session.read_resource(uri)).contents
    assert contents.uri == uri
    return contents


async def read_json(session, uri):
    contents = await read(session, uri)
    assert contents.mime_type == "application/json", contents
    return json.loads(contents.text)


async def look_around(session):
    tools = (await session.list_tools()).tools
    assert len({tool.name for tool in tools}) == len(tools) > 30
    for tool in tools:
        hints = tool.annotations
        assert tool.title and hints.title == tool.title and tool.description, tool
        assert None not in (hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint), tool
        assert hints.open_world_hint is False, tool
        assert tool.output_schema["type"] == "object" and "success" in tool.output_schema["required"], tool
    hints = {tool.name: tool.annotations for tool in tools}
    assert hints["check"].read_only_hint and hints["get_paragraph_info"].read_only_hint
    assert hints["delete_term"].destructive_hint and not hints["delete_term"].read_only_hint
    assert not hints["update_translation"].destructive_hint, "older versions are kept"
    assert hints["export"].read_only_hint is is_http, "over HTTP nothing is written"

    resources, cursor = [], None
    while True:
        page = await session.list_resources(cursor=cursor)
        resources += page.resources
        cursor = page.next_cursor
        if cursor is None:
            break
    uris = [resource.uri for resource in resources]
    assert len(set(uris)) == len(uris) and f"tsumugi://books/{book}/certificate" in uris
    assert all(resource.mime_type and resource.title for resource in resources)
    for uri in uris[:4]:
        await read(session, uri)
    templates = {template.name: template for template in (await session.list_resource_templates()).resource_templates}
    assert {"book", "chapter", "chapter-source", "chapter-translation", "certificate", "export"} == set(templates)

    prompts = (await session.list_prompts()).prompts
    for prompt in prompts:
        required = {argument.name for argument in prompt.arguments if argument.required}
        values = {name: {"book": book, "chapter": "2", "term": "lamp"}[name] for name in required}
        english = await session.get_prompt(prompt.name, {**values, "language": "en"})
        chinese = await session.get_prompt(prompt.name, {**values, "language": "zh"})
        assert book in english.messages[0].content.text, prompt.name
        assert english.messages[0].content.text != chinese.messages[0].content.text, prompt.name
        if len(english.messages) > 1:
            assert json.loads(english.messages[1].content.resource.text)["book_id"] == book
    assert {"review_chapter", "settle_term", "answer_questions", "summarise_changes"} < {one.name for one in prompts}
    await fails(session.get_prompt("review_chapter", {"book": book}), [-32602])
    await fails(session.get_prompt("review_chapter", {"book": book, "chapter": "999"}), [-32602])
    await fails(session.get_prompt("no_such_prompt", {}), [-32602])
    return tools


async def translate(session):
    (listed,) = (await done(session, "list_books"))["books"]
    assert listed["id"] == book
    about = await read_json(session, listed["uri"])
    chapter = about["chapters"][1]
    page = await read_json(session, chapter["uri"])
    source = await read(session, chapter["uri"] + "/source")
    assert source.mime_type == "text/plain" and page["paragraphs"][0]["text"] in source.text
    plain = [one for one in page["paragraphs"] if one["translation"] and "<" not in one["text"]]
    mine = next(one for one in plain if one["paragraph_id"] != person_paragraph)
    identity = {"paragraph_id": mine["paragraph_id"]}

    written = await done(session, "update_translation", **identity, translated_text="灯亮了，糸子来了。")
    assert written["saved_as"] == "selected" and written["change_id"]
    translation = await read(session, chapter["uri"] + "/translation")
    assert "灯亮了，糸子来了。" in translation.text

    # A person's own words stay; what is proposed waits beside them.
    beside = await done(session, "update_translation", paragraph_id=person_paragraph, translated_text="别的话。")
    assert beside["saved_as"] == "suggestion" and beside["note"]
    shown = await done(session, "get_paragraph_info", paragraph_id=person_paragraph)
    assert shown["paragraph"]["translation"] == "人写的话。"
    await refused(session, "update_book_title", "SETTLED_BY_PERSON", title_translation="别的书名")
    versions = await done(session, "get_translation_history", paragraph_id=person_paragraph)
    other = next(one for one in versions["versions"] if not one["selected"])
    await refused(session, "select_translation", "PROTECTED", paragraph_id=person_paragraph, version_id=other["version_id"])

    history = await done(session, "get_translation_history", **identity)
    assert [one["by"] for one in history["versions"]] == ["model", "assistant"]
    assert history["versions"][1]["model"] == "a translator's editor (MCP)"
    await done(session, "select_translation", **identity, version_id=history["versions"][0]["version_id"])
    await done(session, "undo")
    await done(session, "get_paragraph_position", **identity, include_previous=True, include_next=True)
    await done(session, "get_previous_paragraphs", **identity)
    await done(session, "get_next_paragraphs", **identity)
    found = await done(session, "find_paragraph_by_keywords", keywords=["糸子"])
    assert [one["paragraph_id"] for one in found["paragraphs"]] == [mine["paragraph_id"]]
    preview = await done(session, "replace_in_translations", find="糸子", replace="线子")
    assert preview["dry_run"] is True and preview["count"] == 1
    await done(session, "replace_in_translations", find="糸子", replace="线子", dry_run=False)
    await done(session, "list_chapters")
    await done(session, "get_chapter_info", chapter_id=chapter["chapter_id"])
    await done(session, "update_chapter_title", chapter_id=chapter["chapter_id"], title_translation="第一章")
    # The same call again changes nothing, as its annotation says.
    again = await done(session, "update_chapter_title", chapter_id=chapter["chapter_id"], title_translation="第一章")
    assert "change_id" not in again
    return chapter, mine


async def know(session):
    await refused(session, "delete_term", "SETTLED_BY_PERSON", term="Keeper")
    await done(session, "create_memory", text="a note of the program")
    await refused(session, "create_memory", "DUPLICATE", text="a note of the program")
    (memory,) = (await done(session, "search_memories", query="note"))["memories"]
    await done(session, "update_memory", memory_id=memory["memory_id"], text="another note")
    await done(session, "delete_memory", memory_id=memory["memory_id"])
    word, name = settings["word"], settings["name"]
    await done(session, "create_term", source=word, translation="账本", keep_source=False)
    await done(session, "update_term", term=word, translation="账簿")
    await done(session, "get_term", term=word)
    await done(session, "search_terms", query=word)
    await done(session, "delete_term", term=word)
    await done(session, "create_character", name=name, translation="某人")
    await done(session, "update_character", name=name, note="lights the lamps", aliases=[])
    await done(session, "get_character", name=name)
    await done(session, "search_characters", query=name)
    await done(session, "delete_character", name=name)


async def check(session, chapter):
    whole = await done(session, "check", severity="info")
    assert whole["n_checked"] > 10 and whole["count"] == len(whole["findings"]) > 0
    part = await done(session, "check", chapter_id=str(chapter["chapter_number"]), limit=1)
    assert part["n_checked"] < whole["n_checked"] and part["count"] <= 1
    await refused(session, "check", "UNKNOWN_CHECK", check="Z99")
    await refused(session, "check", "UNKNOWN_CHAPTER", chapter_id="999")
    await refused(session, "check", "INVALID_ARGUMENTS", surprise=1)
    (run,) = (await done(session, "run_status"))["runs"]
    assert run["state"] == "over" and run["ending"] == "finished" and run["questions"] == [], run
    assert run["paragraphs"]["accepted"] > 10 and run["model"] == "writer", run
    await done(session, "run_status", run=run["run"])
    await refused(session, "run_status", "UNKNOWN_RUN", run="zzzz")
    certificate = await read_json(session, f"tsumugi://books/{book}/certificate")
    assert certificate["holds"] and certificate["n_paragraphs"] > 10, certificate


async def export(session):
    if is_http:
        await refused(session, "export", "NO_EXPORT_FOLDER", file_name="book.epub")
        result = await session.call_tool("export", {"book": book, "format": "epub"})
        link = result.content[1]
        assert link.type == "resource_link" and link.uri == result.structured_content["uri"], link
        assert link.mime_type == "application/epub+zip" and "path" not in result.structured_content
        blob = await read(session, link.uri)
        assert blob.mime_type == link.mime_type
        (folder / "story.epub").write_bytes(base64.b64decode(blob.blob))
        assert (folder / "story.epub").stat().st_size == link.size
        text = await read(session, f"tsumugi://books/{book}/export/text?bilingual=above")
        assert text.mime_type == "text/plain; charset=utf-8"
        called.add("export")
        return
    before = {path.relative_to(folder.parent) for path in folder.parent.rglob("*")}
    for name in ["../story.epub", "/tmp/story.epub", "a/story.epub", "..\\story.epub", ".story.epub", "", "x\0.epub"]:
        await refused(session, "export", "INVALID_FILE_NAME", file_name=name)
    await refused(session, "export", "WRONG_ENDING", file_name="story.sh", format="epub")
    assert {path.relative_to(folder.parent) for path in folder.parent.rglob("*")} == before
    written = await done(session, "export", file_name="story.epub", format="epub")
    assert Path(written["path"]) == folder.resolve() / "story.epub", written
    held = (folder / "story.epub").read_bytes()
    await refused(session, "export", "FILE_EXISTS", file_name="story.epub", format="epub", bilingual="above")
    assert (folder / "story.epub").read_bytes() == held
    written = await done(session, "export", format="text", file_name="story.txt")
    assert Path(written["certificate_path"]).exists()
    (folder / "taken.txt.certificate.json").write_text("somebody else's")
    await refused(session, "export", "FILE_EXISTS", format="text", file_name="taken.txt")
    assert not (folder / "taken.txt").exists()
    (folder / "link.txt").symlink_to(folder.parent / "outside.txt")
    await refused(session, "export", "FILE_EXISTS", format="text", file_name="link.txt")
    assert not (folder.parent / "outside.txt").exists()
    assert not (folder / "link.txt.certificate.json").exists(), "half an export is none"
    assert not [path.name for path in folder.iterdir() if path.name.endswith(".part")]


async def take_back(session, mine):
    change = (await done(session, "create_memory", text="one more note"))["change_id"]
    undone = await done(session, "undo", change_id=change)
    assert undone["undone"] == [change] and undone["left_alone"] == 0, undone
    await refused(session, "undo", "NOT_YOUR_CHANGE", change_id=settings["person_change"])
    await refused(session, "undo", "INVALID_ARGUMENTS", change_id="../c1")
    while True:
        result = await session.call_tool("undo", {"book": book})
        if result.is_error:
            assert json.loads(result.content[0].text)["error_code"] == "NOT_YOUR_CHANGE", result
            break
    page = await done(session, "get_paragraph_info", paragraph_id=mine["paragraph_id"])
    assert page["paragraph"]["translation"] == mine["translation"], page
    page = await done(session, "get_paragraph_info", paragraph_id=person_paragraph)
    assert page["paragraph"]["translation"] == "人写的话。", page


async def be_hostile(session):
    await fails(session.call_tool("no_such_tool", {"book": book}), [-32602])
    await fails(session.call_tool("../check", {"book": book}), [-32602])
    await refused(session, "create_memory", "ARGUMENTS_TOO_LARGE", text="long " * 60_000)
    await refused(session, "get_paragraph_info", "UNKNOWN_PARAGRAPH", paragraph_id="../../etc/passwd")
    # Where the book is left out, what only reads is about the only one, or the last that was worked on.
    result = await session.call_tool("check", {})
    assert not result.is_error, result
    result = await session.call_tool("check", {"book": {"$ne": 1}})
    assert result.is_error
    for uri in [
        "file:///etc/passwd",
        f"tsumugi://books/{book}/../../etc/passwd",
        f"tsumugi://books/{book}/chapters/..",
        f"tsumugi://books/{book}/export/epub?path=/tmp/x",
        f"tsumugi://books/{book}/%2e%2e/certificate",
        "tsumugi://books/",
        "tsumugi://books/" + "x" * 10_000,
    ]:
        error = await fails(session.read_resource(uri), [-32002, -32602])
        assert len(error.data["uri"]) <= 200, error
    await fails(session.list_resources(cursor="not a number"), [-32602])
    await done(session, "list_books")


async def wrong_token():
    for headers, status in [
        ({"Authorization": "Bearer wrong"}, 401),
        ({}, 401),
        ({"Authorization": f"Bearer {settings['token']}", "Origin": "https://evil.example"}, 403),
        ({"Authorization": f"Bearer {settings['token']}", "Sec-Fetch-Site": "cross-site"}, 403),
    ]:
        async with httpx2.AsyncClient(headers=headers) as http:
            answer = await http.post(settings["url"], json={"jsonrpc": "2.0", "id": 1, "method": "ping"})
            assert answer.status_code == status, (headers.keys(), answer.text)
            assert (answer.headers.get("www-authenticate") == "Bearer") == (status == 401)
    try:
        async with client("wrong"):
            raise AssertionError("a wrong token was let in")
    except AssertionError:
        raise
    except Exception:
        pass


async def main():
    async with client() as session:
        assert session.server_info is None or session.server_info.name == "tsumugi"
        tools = await look_around(session)
        chapter, mine = await translate(session)
        # What the book says already may be said again; another language is refused once there are translations.
        await done(session, "set_target_language", language="zh")
        await refused(session, "set_target_language", "HAS_TRANSLATIONS", language="fr")
        await know(session)
        await check(session, chapter)
        await export(session)
        await take_back(session, mine)
        await be_hostile(session)
        missing = {tool.name for tool in tools} - called - {"update_book_title"}
        assert not missing, f"never carried out: {missing}"
    if is_http:
        await wrong_token()


asyncio.run(main())
