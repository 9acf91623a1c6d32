import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { DEFAULT_APPEARANCE } from "../../../../contract/api/appearance.ts";
import { aTile } from "../../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth, expectFitsPhone } from "../../../testing/phone.ts";
import { renderCreatorPage } from "../../../testing/render-creator-page.tsx";

const facts = {
  starts_at: "2026-12-04T19:00:00.000Z",
  ends_at: null,
  time_zone: "Europe/Berlin",
  place: "Old Mill, Lübeck",
  sold_out: false,
};
const concert = aTile({
  id: 7,
  type: "event",
  title: "Concert",
  url: "https://tickets.example/1",
  event: facts,
});
const fair = aTile({ id: 8, type: "event", title: "Fair", url: null, event: { ...facts, sold_out: true } });

test("shows date in the event's zone, place, tickets and calendar file, accessibly at every width", async () => {
  renderCreatorPage({ tiles: [concert, fair] });
  await expect.element(page.getByText(/^Fri,? 4 December 2026.*20:00/).first()).toBeVisible();
  await expect.element(page.getByText("Old Mill, Lübeck").first()).toBeVisible();
  const tickets = page.getByRole("link", { name: "Tickets for Concert" });
  await expect.element(tickets).toHaveAttribute("href", "https://tickets.example/1");
  await expect.element(tickets).toHaveAttribute("data-tile", "7");
  await expect.element(page.getByText("Sold out")).toBeVisible();
  const calendar = page.getByRole("link", { name: "Add to calendar" }).first();
  await expect.element(calendar).toHaveAttribute("href", expect.stringMatching(/\/events\/7\.ics$/));
  await expectAccessibleAtEveryWidth();
});

test("shows tickets below the place on a phone, and beside the date on a wide screen", async () => {
  renderCreatorPage({ tiles: [concert] });
  const [tickets, date] = [".block-actions", ".block-when"].map((name) => () => {
    const box = document.querySelector(name)?.getBoundingClientRect();
    if (!box) throw new Error(`no ${name}`);
    return box;
  }) as [() => DOMRect, () => DOMRect];
  await page.viewport(360, 740);
  expect(tickets().top).toBeGreaterThan(date().bottom);
  await page.viewport(1280, 860);
  expect(tickets().top).toBeLessThan(date().bottom);
  expect(tickets().bottom).toBeGreaterThan(date().top);
  expect(tickets().left).toBeGreaterThan(date().right);
});

test.each(["darkroom", "poster", "crumb"] as const)("fits a phone in the theme %s", async (theme) => {
  renderCreatorPage({ tiles: [concert, fair], appearance: { ...DEFAULT_APPEARANCE, theme } });
  await expectFitsPhone();
});
