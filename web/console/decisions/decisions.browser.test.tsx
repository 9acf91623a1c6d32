import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { moderationRoutes } from "../../../contract/api/moderation.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { aDecision } from "../../testing/moderation-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { endSession } from "../../testing/session.ts";

test("shows a suspended creator the reasons, and accepts one objection", async () => {
  const objected = aDecision({
    can_object: false,
    objection: {
      text: "They are real.",
      created_at: "2026-11-21T10:00:00.000Z",
      outcome: null,
      answer: null,
    },
  });
  const { server } = await renderConsole("/dashboard/decisions", {
    creator: aCreator({ suspension: "page" }),
    server: (server) => {
      server.respond(moderationRoutes.decisions, { decisions: [aDecision()] });
      server.respond(moderationRoutes.object, { decision: objected });
    },
  });
  await expect.element(page.getByText(/Your page is suspended/)).toBeVisible();
  await expect.element(page.getByText("It sells fake tickets.")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "See why, and object" })).not.toBeInTheDocument();
  await expectAccessibleAtEveryWidth();
  await page.getByRole("button", { name: "Send objection" }).click();
  const field = page.getByRole("textbox", { name: "Object to this decision" });
  await expect.element(field).toHaveAccessibleDescription(/Objection is required/);
  await field.fill("They are real.");
  server.respond(moderationRoutes.decisions, { decisions: [objected] });
  await page.getByRole("button", { name: "Send objection" }).click();
  await expect.element(page.getByText(/Your objection was received/)).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toContain("Your objection was received");
  expect(document.activeElement).not.toBe(document.body);
});

test("shows nothing without decisions", async () => {
  await renderConsole("/dashboard/decisions", {
    server: (server) => server.respond(moderationRoutes.decisions, { decisions: [] }),
  });
  await expect.element(page.getByText("Nothing was decided about your page.")).toBeVisible();
});

test("leads to signing in when an objection is sent after the session has ended", async () => {
  const { router, server } = await renderConsole("/dashboard/decisions", {
    creator: aCreator({ suspension: "page" }),
    server: (server) => {
      server.respond(moderationRoutes.decisions, { decisions: [aDecision()] });
      server.fail(moderationRoutes.object, { status: 401, error: "Please sign in." });
    },
  });
  await page.getByRole("textbox", { name: "Object to this decision" }).fill("They are real.");
  endSession(server);
  await page.getByRole("button", { name: "Send objection" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/auth");
});
