import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type AdminDomain, adminDomainRoutes } from "../../../contract/api/admin-domains.ts";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { aPage } from "../../testing/admin-entities.ts";
import { aCreator } from "../../testing/console-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const aDomain = (given: Partial<AdminDomain> = {}): AdminDomain => ({
  id: "0190b4a0-0000-7000-8000-000000000009",
  name: "anna.example.org",
  display_name: "anna.example.org",
  state: "proven",
  is_main: true,
  failure: null,
  routing_failure: null,
  created_at: "2026-11-01T10:00:00.000Z",
  checked_at: "2026-11-20T10:00:00.000Z",
  proven_at: "2026-11-01T10:05:00.000Z",
  failing_since: null,
  creator: { handle: "anna", display_name: "Anna Ton", user_id: "0190b4a0-0000-7000-8000-000000000001" },
  ...given,
});
const PENDING = aDomain({
  ...{ id: "2", name: "xn--bcher-kva.example", display_name: "bücher.example", state: "pending" },
  ...{ is_main: false, failure: "missing", checked_at: null, proven_at: null },
});
const openDomains = (server: (server: FakeServer) => void, hasDomains = true) =>
  renderConsole("/admin/users?tab=domains", {
    creator: aCreator({ is_admin: true }),
    site: { ...DEFAULT_SITE, hasDomains },
    server,
  });
const rows = () => page.getByRole("region", { name: "Own domains" }).getByRole("listitem");

test("lists the domains of all creators with their state and last check", async () => {
  const lost = aDomain({ id: "3", name: "old.example", display_name: "old.example" });
  const domains = [aDomain(), PENDING, { ...lost, failing_since: "2026-11-19T10:00:00.000Z" }];
  await openDomains((server) => server.respond(adminDomainRoutes.list, { domains, ...aPage(3) }));
  await expect
    .element(rows().nth(0))
    .toHaveTextContent(/anna\.example\.orgLiveMainAnna Ton @annaProved since .*Last check/);
  await expect
    .element(rows().nth(1))
    .toHaveTextContent(/bücher\.exampleWaiting for the record.*Not checked yet/);
  await expect.element(rows().nth(2)).toHaveTextContent(/old\.exampleRecord lost.*Record lost since/);
  const owner = rows().nth(0).getByRole("link", { name: "Anna Ton" });
  await expect.element(owner).toHaveAttribute("href", "/admin/users/0190b4a0-0000-7000-8000-000000000001");
  await expect.element(page.getByRole("heading", { name: "Own domains" })).not.toHaveFocus();
  await expectAccessibleAtEveryWidth();
});

test("removes a domain only after a question", async () => {
  let domains = [aDomain(), PENDING];
  const { server } = await openDomains((one) =>
    one.respond(adminDomainRoutes.list, () => ({ domains, ...aPage(domains.length) })),
  );
  const removed = server.respond(adminDomainRoutes.remove, () => {
    domains = [PENDING];
    return undefined;
  });
  const remove = page.getByRole("button", { name: "Remove anna.example.org" });
  await remove.click();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(removed).toEqual([]);
  await remove.click();
  await expect
    .element(page.getByRole("dialog"))
    .toHaveTextContent("anna.example.org no longer shows the page");
  await page.getByRole("button", { name: "Remove domain" }).click();
  await expect.poll(() => rows().elements().length).toBe(1);
  expect(removed.map(({ params }) => params.id)).toEqual([aDomain().id]);
  await expect.element(page.getByRole("heading", { name: "Own domains" })).toHaveFocus();
});

test("keeps the dialog open with the reason if the removal fails", async () => {
  await openDomains((server) => {
    server.respond(adminDomainRoutes.list, { domains: [aDomain()], ...aPage(1) });
    server.fail(adminDomainRoutes.remove, { status: 404, error: "Domain not found." });
  });
  await page.getByRole("button", { name: "Remove anna.example.org" }).click();
  await page.getByRole("button", { name: "Remove domain" }).click();
  await expect.element(page.getByRole("dialog").getByRole("alert")).toHaveTextContent("Domain not found.");
});

test("has the tab only on a site with own domains", async () => {
  for (const hasDomains of [true, false]) {
    const { screen } = await openDomains(
      (server) => server.respond(adminDomainRoutes.list, { domains: [], ...aPage(0) }),
      hasDomains,
    );
    await expect.element(page.getByText("No page has its own domain.")).toBeVisible();
    expect(page.getByRole("tab", { name: "Domains" }).elements()).toHaveLength(hasDomains ? 1 : 0);
    await screen.unmount();
  }
});
