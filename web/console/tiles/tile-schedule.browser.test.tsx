import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { pagePreviewRoutes } from "../../../contract/api/page-preview.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { aCreator, aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";

/** The second 02:30 of the night in which daylight saving time ends in Berlin. */
const SECOND = "2030-10-27T01:30:00.000Z";
const soon = aTile({ id: 1, title: "Friday drop", starts_at: SECOND, state: "scheduled" });

const openDashboard = (...tiles: Tile[]) =>
  renderDashboard({ creator: aCreator({ time_zone: "Europe/Berlin" }), tiles: () => tiles });
const dialog = page.getByRole("dialog", { name: /tile$/ });
const start = dialog.getByLabelText("Start");
const end = dialog.getByLabelText("End");
const save = dialog.getByRole("button", { name: "Save tile" });

test("shows scheduled, live, ended and hidden tiles", async () => {
  await openDashboard(
    soon,
    aTile({ id: 2, title: "Sale", ends_at: "2031-01-01T00:00:00.000Z" }),
    aTile({ id: 3, title: "Last week", ends_at: "2026-01-01T00:00:00.000Z", state: "ended" }),
    aTile({ id: 4, title: "Draft", hidden: true, state: "hidden" }),
    aTile({ id: 5, title: "Always", active: false }),
  );
  for (const text of [
    "Scheduled: 27 Oct 2030, 02:30",
    "Live until 1 Jan 2031, 01:00",
    "Ended: 1 Jan 2026, 01:00",
    "Hidden",
    "Inactive",
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("takes times in the creator's zone, and sends an unchanged one as the same instant", async () => {
  const { server } = await openDashboard(soon);
  const sent = server.respond(tileRoutes.update, { tile: soon });
  await page.getByRole("button", { name: "Edit Friday drop" }).click();
  await expect.element(start).toHaveValue("2030-10-27T02:30");
  await expect.element(dialog.getByText("Local time in Europe/Berlin")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await end.fill("2030-10-28T18:00");
  await save.click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toMatchObject([{ startsAt: SECOND, endsAt: "2030-10-28T18:00" }]);
});

test("shows an end before the start as an error of its field", async () => {
  await openDashboard(soon);
  await page.getByRole("button", { name: "Edit Friday drop" }).click();
  await end.fill("2030-10-27T02:00");
  await save.click();
  await expect.element(dialog.getByText("The end must be after the start.")).toBeVisible();
  await expect.element(end).toHaveAttribute("aria-invalid", "true");
  await expect.element(end).toHaveFocus();
});

test("previews the page at another time, and now again", async () => {
  await page.viewport(1280, 900);
  const { server } = await openDashboard(soon);
  const previews = server.respond(pagePreviewRoutes.render, {
    html: "<p>The page.</p>",
    corrections: [],
    scheme: null,
  });
  await page.getByRole("button", { name: "Preview another time" }).click();
  await page.getByLabelText("Preview the page as of").fill("2030-01-02T03:04");
  await expect.poll(() => previews.at(-1)?.body).toMatchObject({ at: "2030-01-02T03:04" });
  await page.getByRole("button", { name: "Now", exact: true }).click();
  await expect.element(page.getByLabelText("Preview the page as of")).not.toBeInTheDocument();
});
