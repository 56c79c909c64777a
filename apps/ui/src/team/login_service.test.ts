// Why: what stands in the address after a login is taken once, and leads nowhere else.
import { afterEach, expect, it } from "vitest";
import { takeReturn } from "./login_service.ts";

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/");
});

it("takes the code out of the address and goes back to where the person was", () => {
  sessionStorage.setItem("login.was_at", "#/books/1");
  history.replaceState(null, "", "/oidc-callback?code=c&state=s");
  expect(takeReturn()?.query.get("code")).toBe("c");
  expect(location.pathname + location.search + location.hash).toBe("/#/books/1");
  expect(takeReturn()).toBeUndefined();
});

it("knows once what it left for", () => {
  sessionStorage.setItem("login.purpose", "link");
  for (const links of [true, false]) {
    history.replaceState(null, "", "/oidc-callback?code=c&state=s");
    expect(takeReturn()?.links).toBe(links);
  }
});

it.each(["//evil.example", "https://evil.example", "javascript:alert(1)", "evil"])("does not go to %s", (place) => {
  sessionStorage.setItem("login.was_at", place);
  history.replaceState(null, "", "/oidc-callback?error=access_denied&state=s");
  expect(takeReturn()?.query.get("error")).toBe("access_denied");
  expect(location.href.endsWith("/")).toBe(true);
});
