// Why: an owner who looks something up reads names, not the numbers the server wrote down.
import { beforeAll, expect, it } from "vitest";
import { words } from "../i18n/index.svelte.ts";
import { auditDetails } from "./audit_details.ts";

beforeAll(() => words.choose("en"));

const names = { people: new Map([["p2", "Mika"]]), books: new Map([["bk1", "Kokoro"]]) };
const details = (about: Record<string, unknown>, person = "p1") =>
  auditDetails(
    { id: 1, person: { id: person, name: "Olive" }, action: "x", about: about as never, created_at_ms: 0 },
    names,
  );

it("names members, roles and books", () => {
  expect(details({ person: "p2", role: "editor", book: "bk1" })).toEqual(["Mika", "Editor", "Kokoro"]);
  expect(details({ person: "p9", role: null, book: null })).toEqual(["former member"]);
  expect(details({ person: "p2" }, "p2"), "who joined is who did it").toEqual([]);
});

it("says whose budget it is, and how much", () => {
  expect(details({ budget: "library", limit_micros: 5_000_000 })).toEqual(["The whole library", "$5.00"]);
  expect(details({ budget: "person p2", limit_micros: null })).toEqual(["Mika"]);
  expect(details({ budget: "book bk1" })).toEqual(["Kokoro"]);
});

it("shows what was asked for, and of which book", () => {
  expect(details({ method: "POST", path: "/api/v1/books/bk1/export" })).toEqual(["Kokoro", "POST /books/bk1/export"]);
  expect(details({ variable: "DEEPSEEK_API_KEY" })).toEqual(["DEEPSEEK_API_KEY"]);
  expect(details({ by: "login_service" })).toEqual(["through the login service"]);
});
