import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type AudienceMember, audienceRoutes } from "../../../contract/audience.ts";
import { aCreator } from "../../testing/entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const aMember = (overrides: Partial<AudienceMember> = {}): AudienceMember => ({
  id: 1,
  email: "reader@example.org",
  source: "signup",
  source_title: "My letter",
  consent_text: "Email me Ada's letter.",
  consented_at: "2026-11-20T10:00:00.000Z",
  confirmed_at: "2026-11-20T10:05:00.000Z",
  ...overrides,
});

function serve(server: FakeServer, given: AudienceMember[]) {
  let members = given;
  server.respond(audienceRoutes.remove, ({ params }) => {
    members = members.filter(({ id }) => id !== Number(params.id));
    return undefined;
  });
  return server.respond(audienceRoutes.list, () => ({
    members,
    total: members.length,
    page: 1,
    pageSize: 25 as const,
  }));
}

async function open(members: AudienceMember[]) {
  let requests: ReturnType<typeof serve> | undefined;
  const rendered = await renderConsole("/dashboard/audience", {
    creator: aCreator(),
    server: (server) => {
      requests = serve(server, members);
    },
  });
  return { ...rendered, requests: requests ?? [] };
}

test("the audience shows emails with date, source and wording, and who has not confirmed", async () => {
  await open([
    aMember(),
    aMember({ id: 2, email: "buyer@example.org", source: "order", source_title: "Bowl", confirmed_at: null }),
  ]);
  const row = page.getByRole("row", { name: /reader@example.org/ });
  await expect.element(row).toHaveTextContent("Signup: My letter");
  await expect.element(row).toHaveTextContent("20 Nov 2026: Email me Ada's letter.");
  await expect
    .element(page.getByRole("row", { name: /buyer@example.org/ }))
    .toHaveTextContent("Not confirmed");
  await expect.element(page.getByText(/removed after 7 days/)).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("search and filter are sent, and stand in the export's address", async () => {
  const { requests } = await open([aMember()]);
  await page.getByLabelText("Show").selectOptions("signup");
  await page.getByLabelText("Search").fill("reader");
  await expect.poll(() => requests.at(-1)?.query).toMatchObject({ filter: "signup", search: "reader" });
  await expect
    .element(page.getByRole("link", { name: "Export CSV" }))
    .toHaveAttribute("href", "/api/audience/export.csv?filter=signup&search=reader");
});

test("an email is deleted after a question, and the focus stays on the page", async () => {
  await open([aMember()]);
  await page.getByRole("button", { name: "Delete reader@example.org" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this email?" });
  await expectAccessibleAtEveryWidth();
  await dialog.getByRole("button", { name: "Delete email" }).click();
  await expect.element(page.getByText("No signups yet.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Your audience" })).toHaveFocus();
  await expectAccessibleAtEveryWidth();
});
