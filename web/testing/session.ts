import { page, userEvent } from "vitest/browser";
import { accountSecurityRoutes } from "../../contract/api/account-security.ts";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { creatorRoutes } from "../../contract/api/creators.ts";
import type { Route } from "../../contract/api/route.ts";
import { aCreator } from "./console-entities.ts";
import type { FakeServer } from "./fake-server.ts";
import { ACCOUNT } from "./render-account.tsx";

/** From now on answers the session and these routes as signed out. */
export function endSession(server: FakeServer, ...routes: Route[]): void {
  for (const route of [creatorRoutes.me, ...routes])
    server.fail(route, { status: 401, error: "Please sign in." });
}

/** Submits the login form, which signs in a creator. */
export async function signIn(server: FakeServer, creator = aCreator()): Promise<void> {
  server.respond(accountRoutes.login, () => {
    server.respond(creatorRoutes.me, { creator });
    server.respond(accountSecurityRoutes.overview, ACCOUNT);
    return { creator };
  });
  await page.getByLabelText("Email").fill(creator.email);
  await page.getByRole("textbox", { name: "Password" }).fill("a quiet little mosaic");
  await userEvent.keyboard("{Enter}");
}
