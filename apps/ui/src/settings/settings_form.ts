// Why: what stands in the fields of a model's settings, and what of it is to change: only what differs is sent.
import type { ModelSettingsPage, ModelSettingsPatch } from "../api/types.ts";

export const LIMITS = ["requests_per_minute", "tokens_per_minute", "concurrency"] as const;
export const SIZES = ["window", "max_output"] as const;
export const WAITS = ["timeout", "first_token_timeout"] as const;
const NAMES = [...WAITS, ...LIMITS, ...SIZES, "temperature", "thinking", "delivery", "proxy", "quirks"] as const;
export type Name = (typeof NAMES)[number];

export interface Header {
  name: string;
  value: string;
}

/** Everything as it is written in its field; empty is unset. */
export interface Written {
  fields: Record<Name, string>;
  headers: Header[];
  /** JSON, as a person writes it. */
  extraBody: string;
  /** Secrets that are to go, as `headers.Authorization`; they are never shown, so that there is nothing to empty. */
  forgotten: string[];
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});
/** A list is written with commas. */
export const asText = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : value === null || value === undefined ? "" : String(value);
const asList = (text: string): string[] => text.split(/[,，、\s]+/).filter((word) => word);

export function written({ set }: ModelSettingsPage): Written {
  const extra = fieldsOf(set.extra_body);
  return {
    fields: Object.fromEntries(NAMES.map((name) => [name, asText(set[name])])) as Record<Name, string>,
    headers: Object.entries(fieldsOf(set.headers)).map(([name, value]) => ({ name, value: asText(value) })),
    extraBody: Object.keys(extra).length > 0 ? JSON.stringify(extra, null, 2) : "",
    forgotten: [],
  };
}

/** An object of JSON; nothing where the text is none. */
export function readObject(text: string): Fields | undefined {
  if (!text.trim()) return {};
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** What to change. An emptied field goes back to what holds without it; a secret stays unless it is to go. */
export function changes(page: ModelSettingsPage, now: Written): ModelSettingsPatch {
  const patch: Fields = {};
  for (const name of NAMES) {
    const value = asText(now.fields[name]).trim();
    if (value === asText(page.set[name])) continue;
    const isNumber = name === "temperature" || [...LIMITS, ...SIZES].some((each) => each === name);
    // A proxy with a password is not shown; an empty field leaves it as it is.
    if (name === "proxy" && value === "" && page.hidden.includes("proxy")) continue;
    if (value === "") patch[name] = null;
    else patch[name] = name === "quirks" ? asList(value) : isNumber ? Number(value) : value;
  }
  const headers = Object.fromEntries(
    now.headers.map(({ name, value }) => [name.trim(), value.trim()]).filter(([name]) => name),
  ) as Fields;
  const ofHeaders = difference(fieldsOf(page.set.headers), headers);
  const ofBody = difference(fieldsOf(page.set.extra_body), readObject(now.extraBody) ?? {});
  for (const place of now.forgotten) {
    const [key = "", ...rest] = place.split(".");
    const name = rest.join(".");
    if (key === "headers") ofHeaders[name] = null;
    else if (key === "extra_body") forget(ofBody, rest);
    else patch[key] = null;
  }
  if (Object.keys(ofHeaders).length > 0) patch.headers = ofHeaders;
  if (Object.keys(ofBody).length > 0) patch.extra_body = ofBody;
  return patch;
}

/** The merge patch from one object to another: what is gone is `null`. */
function difference(before: Fields, after: Fields): Fields {
  const patch: Fields = {};
  for (const name of Object.keys(before)) if (!(name in after)) patch[name] = null;
  for (const [name, value] of Object.entries(after)) {
    const was = before[name];
    if (JSON.stringify(was) === JSON.stringify(value)) continue;
    const areObjects = [was, value].every((each) => typeof each === "object" && each !== null && !Array.isArray(each));
    patch[name] = areObjects ? difference(fieldsOf(was), fieldsOf(value)) : value;
  }
  return patch;
}

function forget(patch: Fields, path: string[]): void {
  const [name, ...rest] = path;
  if (name === undefined) return;
  if (rest.length === 0) {
    patch[name] = null;
    return;
  }
  const inner = { ...fieldsOf(patch[name]) };
  forget(inner, rest);
  patch[name] = inner;
}
