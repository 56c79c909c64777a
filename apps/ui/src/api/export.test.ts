// Why: a book with a Japanese title keeps its name when it is downloaded.
import { expect, it } from "vitest";
import { fileName } from "./export.ts";

it("reads file names from the header", () => {
  expect(fileName("attachment; filename=\"a.epub\"; filename*=UTF-8''%E7%B3%B8.epub")).toBe("糸.epub");
  expect(fileName('attachment; filename="plain.txt"')).toBe("plain.txt");
  expect(fileName("attachment; filename=bare.txt")).toBe("bare.txt");
  expect(fileName("attachment; filename=\"x.epub\"; filename*=UTF-8''%E7%")).toBe("x.epub");
  expect(fileName(null)).toBeUndefined();
});
