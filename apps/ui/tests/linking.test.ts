// Why: somebody with a password links their account at the team's login service from their account page, and logs in with it.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./browser.ts";
import { skipsLoginService, startTeamWithService, type TeamWithService } from "./login_service.ts";
import { PASSWORD } from "./team_setup.ts";

describe.skipIf(skipsLoginService)("with a login service", () => {
  let team: TeamWithService;
  let browser: Browser;

  beforeAll(async () => {
    team = await startTeamWithService();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await team?.end();
  });

  it("an account is linked, logs in through the service, and is unlinked", async () => {
    const { page, context } = await team.owner.open(browser);
    await team.is(context, "ann");
    await page.goto(`${team.program.address}/#/settings/account`);
    const card = page.getByRole("region", { name: "Login service" });
    await card.getByLabel("Current password").fill("wrong wrong wrong");
    await card.getByRole("button", { name: "Link Example" }).click();
    await page.getByText("The name or the password is wrong").first().waitFor();
    await card.getByLabel("Current password").fill(PASSWORD);
    await card.getByRole("button", { name: "Link Example" }).click();
    await page.getByText("The account is linked.").waitFor();
    await card.getByText("You can log in with Example.").waitFor();
    expect(page.url()).toBe(`${team.program.address}/#/settings/account`);

    await page.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in with Example" }).click();
    await card.getByRole("button", { name: "Unlink" }).waitFor();
    // Her groups say translator; here she is who she was.
    await page.getByRole("heading", { name: "Olive" }).waitFor();
    await page.getByText("Owner", { exact: true }).first().waitFor();
    await card.getByRole("button", { name: "Unlink" }).click();
    await card.getByRole("button", { name: "Link Example" }).waitFor();
  });
});
