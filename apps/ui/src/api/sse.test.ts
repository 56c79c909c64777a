// Why: events come in pieces cut anywhere; none may be lost, doubled or mixed.
import { expect, it } from "vitest";
import { readEvents, type ServerEvent } from "./sse.ts";

const STREAM =
  ': hello\n\nid: 7\nevent: accepted\ndata: {"a":1}\n\nevent: note\r\ndata: two\r\ndata: 行\r\n\r\ndata:bare\n\nid: 9\n\n';

it("reads the same events however the stream is cut", async () => {
  const bytes = new TextEncoder().encode(STREAM);
  const wanted = [
    ["accepted", '{"a":1}'],
    ["note", "two\n行"],
    ["message", "bare"],
  ];
  for (let size = 1; size <= bytes.length; size++) {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(stream) {
        for (let at = 0; at < bytes.length; at += size) stream.enqueue(bytes.slice(at, at + size));
        stream.close();
      },
    });
    const events: ServerEvent[] = [];
    await readEvents(new Response(body), (event) => events.push(event), new AbortController().signal);
    expect(events.map(({ name, data }) => [name, data])).toEqual(wanted);
    expect(events[0]?.id).toBe("7");
  }
});
