import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { blockRoutes } from "../../../contract/api/blocks.ts";
import { moderationRoutes, type ReportDetail } from "../../../contract/api/moderation.ts";
import { aPage } from "../../testing/admin-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { aDecision, aReport } from "../../testing/moderation-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderAdmin } from "../../testing/render-console.tsx";

const BLOCK = {
  id: 1,
  kind: "link" as const,
  value: "spam.example",
  note: "Phishing",
  created_at: "2026-11-01T10:00:00.000Z",
};

const openList = (change: (server: FakeServer) => void = () => {}) =>
  renderAdmin("/admin/reports", (server) => {
    server.respond(moderationRoutes.reports, { reports: [aReport()], ...aPage(1) });
    server.respond(blockRoutes.blocks, { blocks: [BLOCK], ...aPage(1) });
    change(server);
  });

async function openReport(report: Partial<ReportDetail> = {}) {
  const opened = await renderAdmin("/admin/reports/3", (server) =>
    server.respond(moderationRoutes.showReport, { report: aReport({ has_snapshot: false, ...report }) }),
  );
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("Fraud or scam");
  return opened;
}

async function hideTile() {
  await page.getByRole("textbox", { name: "Law or rule" }).fill("Terms");
  await page.getByRole("textbox", { name: "Reason" }).fill("Fake.");
  await page.getByRole("button", { name: "Hide a tile" }).click();
}

test("lists open reports and blocked values, and links their pages", async () => {
  await openList();
  const link = page.getByRole("link", { name: "Fraud or scam: report 3" });
  await expect.element(link).toHaveAttribute("href", "/admin/reports/3");
  await expect.element(page.getByText("spam.example", { exact: true })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("explains lists that are empty or cannot be loaded", async () => {
  await openList((server) => {
    server.respond(moderationRoutes.reports, { reports: [], ...aPage(0) });
    server.fail(blockRoutes.blocks, { status: 500, error: "Something went wrong." });
  });
  await expect.element(page.getByText("No reports wait for a decision.")).toBeVisible();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
});

test("shows at its field that a value cannot be blocked", async () => {
  await openList();
  await page.getByRole("textbox", { name: "What to block" }).fill("no domain");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("textbox", { name: "What to block" }))
    .toHaveAccessibleDescription(/Enter a domain or a URL/);
});

test("empties the field for the next value after blocking one", async () => {
  const { server } = await openList();
  server.respond(blockRoutes.addBlock, { block: BLOCK });
  const value = page.getByRole("textbox", { name: "What to block" });
  await value.fill("spam.example");
  await page.getByRole("textbox", { name: "Note" }).fill("Phishing");
  await userEvent.keyboard("{Enter}");
  await expect.element(value).toHaveValue("");
  await expect.element(value).toHaveFocus();
});

test("requires a rule and a reason, and shows the server's rejection", async () => {
  const { server } = await openReport();
  const sent = server.fail(moderationRoutes.decide, {
    status: 409,
    error: "Another administrator has decided this report.",
  });
  await expect.element(page.getByRole("combobox", { name: "Tile" })).toHaveValue("12");
  await page.getByRole("button", { name: "Hide a tile" }).click();
  await expect.element(page.getByRole("textbox", { name: "Law or rule" })).toHaveFocus();
  await expect
    .element(page.getByRole("textbox", { name: "Reason" }))
    .toHaveAccessibleDescription(/Reason is required/);
  await hideTile();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Another administrator has decided");
  expect(sent[0]?.body).toMatchObject({
    scope: "tile",
    ground: "rules",
    rule: "Terms",
    reason: "Fake.",
    tileId: 12,
  });
});

test("is accessible at every width, and focuses a newly added field first", async () => {
  await openReport({ tile_id: null });
  await expectAccessibleAtEveryWidth();
  await page.getByRole("combobox", { name: "What to do" }).selectOptions("page");
  await page.getByRole("button", { name: "Suspend the page" }).click();
  await expect.element(page.getByRole("textbox", { name: "Law or rule" })).toHaveFocus();
});

test("keeps the reported tile and the empty end when the keyboard only passes their fields", async () => {
  const { server } = await openReport();
  const sent = server.fail(moderationRoutes.decide, { status: 409, error: "Decided already." });
  for (const field of [page.getByRole("combobox", { name: "Tile" }), page.getByLabelText("Ends on")]) {
    const element = await field.findElement();
    element.focus();
    element.blur();
  }
  await hideTile();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Decided already.");
  expect(sent[0]?.body).toMatchObject({ scope: "tile", tileId: 12, until: null });
});

test("hides another tile than the reported one", async () => {
  const { server } = await openReport();
  const sent = server.fail(moderationRoutes.decide, { status: 409, error: "Decided already." });
  await page.getByRole("combobox", { name: "Tile" }).selectOptions("About");
  await hideTile();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Decided already.");
  expect(sent[0]?.body).toMatchObject({ scope: "tile", tileId: 13 });
});

test("keeps the focus in the report after a decision", async () => {
  const { server } = await openReport();
  const decided = aReport({ has_snapshot: false, state: "actioned", decision: aDecision() });
  server.respond(moderationRoutes.showReport, { report: decided });
  server.respond(moderationRoutes.decide, { report: decided });
  await hideTile();
  // The button has another name during the request.
  await expect.element(page.getByRole("textbox", { name: "Law or rule" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("link", { name: /^\/@/ })).toHaveFocus();
  await expectAccessibleAtEveryWidth();
});

test("lets only another administrator answer an objection", async () => {
  const objection = {
    text: "They are real.",
    created_at: "2026-11-21T10:00:00.000Z",
    outcome: null,
    answer: null,
  };
  const decision = aDecision({ objection, can_object: false });
  const own = await openReport({ state: "objected", decision, needs_other_admin: true });
  await expect.element(page.getByText(/Another administrator must answer/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Answer" })).not.toBeInTheDocument();
  await own.screen.unmount();
  await openReport({ state: "objected", decision });
  await expect.element(page.getByText("They are real.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Answer" })).toBeVisible();
});
