// Why: events come in pieces cut anywhere; none may be lost, doubled or mixed.
import { expect, it } from "vitest";
import { EventReader, type ServerEvent } from "./sse.ts";

const STREAM =
  ': hello\n\nid: 7\nevent: accepted\ndata: {"a":1}\n\nevent: note\r\ndata: two\r\ndata: lines\r\n\r\ndata:bare\n\nid: 9\n\n';

it("reads the same events however the stream is cut", () => {
  const wanted: ServerEvent[] = [
    { id: "7", name: "accepted", data: '{"a":1}' },
    { id: "7", name: "note", data: "two\nlines" },
    { id: "7", name: "message", data: "bare" },
  ];
  for (let size = 1; size <= STREAM.length; size++) {
    const reader = new EventReader();
    const events: ServerEvent[] = [];
    for (let at = 0; at < STREAM.length; at += size) events.push(...reader.read(STREAM.slice(at, at + size)));
    expect(events).toEqual(wanted);
  }
});
