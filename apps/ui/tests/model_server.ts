// Why: a model whose every reply is written down, over real HTTP, so that runs, questions and conversations can be told
// in advance. It speaks the OpenAI dialect, streamed.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Call {
  name: string;
  arguments: unknown;
}

export interface Reply {
  text?: string;
  calls?: Call[];
  /** Refuses instead, as a service does that is asked too often. */
  refusal?: { status: number; retryAfterSeconds: number };
}

export interface Asked {
  messages: { role: string; content?: unknown }[];
  /** Everything that was said so far, as one text. */
  all: string;
  tools: string[];
}

export interface ModelServer {
  address: string;
  asked: Asked[];
  end: () => Promise<void>;
}

/** The models it says it has. */
export const OFFERED = ["script", "script-large", "script-small"];

export async function startModel(script: (asked: Asked) => Reply): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      const models = OFFERED.map((id) => ({ id, object: "model" }));
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: models }));
      return;
    }
    void read(request).then((body) => {
      const one = understand(body);
      asked.push(one);
      speak(response, script(one));
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/v1`,
    asked,
    end: () => new Promise((done) => server.close(() => done())),
  };
}

function understand(body: string): Asked {
  const request = JSON.parse(body || "{}") as {
    messages?: Asked["messages"];
    tools?: { function?: { name?: string } }[];
  };
  const messages = request.messages ?? [];
  const all = messages
    .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content ?? "")))
    .join("\n");
  return { messages, all, tools: (request.tools ?? []).map((tool) => tool.function?.name ?? "") };
}

function speak(response: ServerResponse, reply: Reply): void {
  if (reply.refusal) {
    const { status, retryAfterSeconds } = reply.refusal;
    const headers = { "content-type": "application/json", "retry-after": String(retryAfterSeconds) };
    response
      .writeHead(status, headers)
      .end(JSON.stringify({ error: { message: "Rate limit reached", code: "rate_limit" } }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const say = (delta: unknown, finish: string | null = null) =>
    response.write(
      `data: ${JSON.stringify({ id: "r", object: "chat.completion.chunk", model: "script", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  say({ role: "assistant", content: reply.text ?? "" });
  for (const [index, call] of (reply.calls ?? []).entries()) {
    say({
      tool_calls: [
        {
          index,
          id: `call_${Date.now()}_${index}`,
          type: "function",
          function: { name: call.name, arguments: JSON.stringify(call.arguments) },
        },
      ],
    });
  }
  say({}, reply.calls?.length ? "tool_calls" : "stop");
  response.write(
    `data: ${JSON.stringify({ id: "r", object: "chat.completion.chunk", model: "script", choices: [], usage: { prompt_tokens: 400, completion_tokens: 60, total_tokens: 460, prompt_tokens_details: { cached_tokens: 200 } } })}\n\n`,
  );
  response.end("data: [DONE]\n\n");
}

function read(request: IncomingMessage): Promise<string> {
  return new Promise((whole, failed) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => whole(Buffer.concat(pieces).toString()));
    request.on("error", failed);
  });
}

/** The paragraphs a task was given as work: `[3] [ID: abcd] text`. */
export function workItems(all: string): { id: string; text: string }[] {
  return [...all.matchAll(/^\[\d+\] \[ID: ([^\]]+)\] (.*)$/gm)].map((match) => ({
    id: match[1] ?? "",
    text: match[2] ?? "",
  }));
}
