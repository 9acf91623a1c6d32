import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  type AppearancePatch,
  appearanceRoutes,
  DEFAULT_APPEARANCE,
} from "../../../contract/api/appearance.ts";
import { aCreator, aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";

const IMAGE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E";
const links = (count: number, pictures: number) =>
  Array.from({ length: count }, (_, index) =>
    aTile({
      id: index + 1,
      title: `Link ${index + 1}`,
      position: index,
      image_url: index < pictures ? IMAGE : null,
    }),
  );

/** Opens the dashboard of a page with the given look, which answers changes. */
async function open(tiles: ReturnType<typeof links>, saved: Partial<typeof DEFAULT_APPEARANCE> = {}) {
  let appearance = { ...DEFAULT_APPEARANCE, ...saved };
  const answer = () => ({ appearance, shown: appearance, corrections: [] });
  const changes: unknown[] = [];
  await renderDashboard({
    creator: aCreator({ plan: "free" }),
    tiles: () => tiles,
    server: (server) => {
      server.respond(appearanceRoutes.show, answer);
      server.respond(appearanceRoutes.save, ({ body }) => {
        changes.push(body);
        appearance = { ...appearance, ...(body as AppearancePatch) } as typeof appearance;
        return answer();
      });
    },
  });
  await expect.element(page.getByRole("heading", { name: "Link 1" })).toBeVisible();
  return changes;
}
const offer = page.getByRole("button", { name: "Show as a list" });

test("offers a list to links without pictures on the Free plan, accessibly at every width, and undoes it", async () => {
  const changes = await open(links(4, 2));
  await expect.element(offer).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await offer.click();
  await expect.element(offer).not.toBeInTheDocument();
  expect(changes).toEqual([{ layout: "list" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => changes).toEqual([{ layout: "list" }, { layout: null }]);
});

test("does not ask again in this browser after a no", async () => {
  await open(links(6, 0));
  await page.getByRole("button", { name: "No, thanks" }).click();
  await expect.element(offer).not.toBeInTheDocument();
  expect(localStorage.getItem(`tessera.list-offer.${aCreator().id}`)).toBe("closed");
});

test.each([
  ["more than half of the links have pictures", links(5, 3), {}],
  ["there are few links", links(3, 0), {}],
  ["the page is a list", links(5, 0), { layout: "list" }],
  ["the theme is a list", links(5, 0), { theme: "broadsheet" }],
] as const)("offers no list if %s", async (_, tiles, look) => {
  await open([...tiles], look);
  // Time to load the part and the appearance.
  await new Promise((done) => setTimeout(done, 500));
  await expect.element(offer).not.toBeInTheDocument();
});
