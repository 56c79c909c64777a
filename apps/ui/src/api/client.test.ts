// Why: what the server says is read in the language of the page, whatever the browser's is.
import { expect, it } from "vitest";
import { client } from "./client.ts";

it("asks for answers in the language of the page", async () => {
  document.documentElement.lang = "zh-Hans";
  let asked: string | null = null;
  const fetch = async (request: Request) => {
    asked = request.headers.get("accept-language");
    return new Response("[]", { headers: { "content-type": "application/json" } });
  };
  await client.GET("/api/v1/books", { baseUrl: "http://localhost", fetch });
  expect(asked).toBe("zh-Hans");
});
