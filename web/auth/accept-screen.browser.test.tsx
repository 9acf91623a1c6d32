import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { type PendingDocument, siteDocumentRoutes } from "../../contract/api/site-documents.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { aCreator } from "../testing/console-entities.ts";
import { respondToDashboard } from "../testing/dashboard.ts";
import { expectLink } from "../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../testing/phone.ts";
import { respondToAccountData } from "../testing/render-account.tsx";
import { renderConsole } from "../testing/render-console.tsx";

const TERMS: PendingDocument = {
  document: "terms",
  version: "a".repeat(64),
  url: "/terms",
  changed: true,
  since: "2026-11-03T09:00:00.000Z",
};
const PRIVACY: PendingDocument = {
  document: "privacy",
  version: "b".repeat(64),
  url: "https://company.example/privacy",
  changed: false,
  since: null,
};
const atelier = { ...DEFAULT_SITE, name: "Atelier", documents: { terms: "/terms", privacy: PRIVACY.url } };

const open = (path: string, pending: PendingDocument[] = [TERMS, PRIVACY]) =>
  renderConsole(path, {
    site: atelier,
    server: (server) => {
      respondToDashboard(server);
      server.respond(creatorRoutes.me, { creator: aCreator({ is_admin: true, pending_documents: pending }) });
    },
  });
const heading = page.getByRole("heading", { name: "Before you go on" });
const accept = page.getByRole("button", { name: "Accept and continue" });

test.each(["/dashboard", "/dashboard/settings", "/admin/users"])(
  "leads from %s to the documents that are new or have changed",
  async (path) => {
    const { router } = await open(path);
    await expect.element(heading).toBeVisible();
    expect(router.state.location.search).toBe(`?redirect=${encodeURIComponent(path)}`);
    const main = page.getByRole("main");
    await expect.element(main).toHaveTextContent("Atelier has changed what applies to your account.");
    await expect.element(main).toHaveTextContent("Shown here since 3 Nov 2026");
    await expect.element(main).toHaveTextContent("You have not accepted this text yet.");
    await expectLink("Read the terms in a new tab", "/terms");
    await expectLink("Read the privacy notice in a new tab", PRIVACY.url);
    await expectAccessibleAtEveryWidth();
  },
);

test("records the shown versions once and opens the requested page", async () => {
  const { server, router } = await open("/dashboard/products?note=kept");
  const accepted = server.respond(siteDocumentRoutes.accept, () => {
    server.respond(creatorRoutes.me, { creator: aCreator() });
    return undefined;
  });
  await accept.click();
  await expect
    .poll(() => router.state.location)
    .toMatchObject({
      pathname: "/dashboard/products",
      search: "?note=kept",
    });
  expect(accepted.map(({ body }) => body)).toEqual([
    {
      documents: [
        { document: "terms", version: TERMS.version },
        { document: "privacy", version: PRIVACY.version },
      ],
    },
  ]);
});

test("shows the documents that remain, such as of another node", async () => {
  const { server } = await open("/dashboard");
  const changed = { ...TERMS, version: "c".repeat(64) };
  server.respond(siteDocumentRoutes.accept, undefined);
  server.respond(creatorRoutes.me, { creator: aCreator({ pending_documents: [changed] }) });
  await accept.click();
  await expect.element(page.getByRole("link", { name: /privacy notice/ })).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: /Read the terms/ })).toBeVisible();
});

test("loads the current text after one that has changed meanwhile", async () => {
  const { server } = await open("/dashboard", [TERMS]);
  const error = "This text has changed. Load the page again and read it.";
  server.fail(siteDocumentRoutes.accept, { status: 409, error });
  server.respond(creatorRoutes.me, { creator: aCreator({ pending_documents: [PRIVACY] }) });
  await accept.click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(error);
  await expect.element(page.getByRole("link", { name: /privacy notice/ })).toBeVisible();
});

test("goes on when another tab has accepted", async () => {
  const { server, router, queryClient } = await open("/dashboard/products");
  await expect.element(heading).toBeVisible();
  server.respond(creatorRoutes.me, { creator: aCreator() });
  await queryClient.invalidateQueries({ queryKey: ["me"] });
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/products");
});

test("lets the user export or delete the account first, and no other page from there", async () => {
  const { server, router } = await open("/dashboard");
  respondToAccountData(server);
  await page.getByRole("link", { name: "Export or delete account" }).click();
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(/data/i);
  await page.getByRole("link", { name: "Audience", exact: true }).click();
  await expect.element(heading).toBeVisible();
  expect(router.state.location.pathname).toBe("/auth/accept");
});

test("goes to the dashboard if there is nothing to accept", async () => {
  const { router } = await open("/auth/accept", []);
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
});
