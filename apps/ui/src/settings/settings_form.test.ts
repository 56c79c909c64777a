// Why: a setting that nobody touched must not change, and a secret nobody sees must not be lost by saving the rest.
import { expect, it } from "vitest";
import type { ModelSettingsPage } from "../api/types.ts";
import { changes, readObject, written } from "./settings_form.ts";

const page = {
  name: "a/b",
  set: { timeout: "90s", headers: { "X-Team": "books" }, extra_body: { seed: 7, deep: { a: 1, b: 2 } } },
  effective: {},
  hidden: ["headers.Authorization", "proxy", "extra_body.deep.api_key"],
} as unknown as ModelSettingsPage;

it("sends nothing when nothing was touched", () => {
  expect(changes(page, written(page))).toEqual({});
});

it("sends what differs, and null for what is gone", () => {
  const now = written(page);
  now.fields.timeout = "";
  now.fields.concurrency = "3";
  now.headers = [{ name: "X-Other", value: "1" }];
  now.extraBody = '{"deep": {"a": 5, "b": 2}}';
  expect(changes(page, now)).toEqual({
    timeout: null,
    concurrency: 3,
    headers: { "X-Team": null, "X-Other": "1" },
    extra_body: { seed: null, deep: { a: 5 } },
  });
});

it("takes a secret away only when that is asked for", () => {
  const now = written(page);
  now.forgotten = [...page.hidden];
  expect(changes(page, now)).toEqual({
    proxy: null,
    headers: { Authorization: null },
    extra_body: { deep: { api_key: null } },
  });
});

it("takes only an object of JSON for the body", () => {
  expect([readObject(""), readObject('{"a":1}'), readObject("[1]"), readObject("{a")]).toEqual([
    {},
    { a: 1 },
    undefined,
    undefined,
  ]);
});
