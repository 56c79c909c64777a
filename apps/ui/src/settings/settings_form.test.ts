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

it("sends sizes as numbers and quirks as a list, however it is separated", () => {
  const known = { ...page, set: { ...page.set, quirks: ["no_stream_options", "no_temperature"] } } as ModelSettingsPage;
  const now = written(known);
  expect(now.fields.quirks).toBe("no_stream_options, no_temperature");
  expect(changes(known, now)).toEqual({});
  now.fields.quirks = "no_temperature，no_parallel_option no_required_choice";
  now.fields.window = "32000";
  now.fields.max_output = "4000";
  expect(changes(known, now)).toEqual({
    quirks: ["no_temperature", "no_parallel_option", "no_required_choice"],
    window: 32000,
    max_output: 4000,
  });
  now.fields = { ...now.fields, quirks: "", window: "", max_output: "" };
  expect(changes(known, now)).toEqual({ quirks: null });
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
