import { expect, test } from "vitest";
import type { PageModel, PageSite } from "../../contract/pages/pages.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { aPublicCreator } from "../testing/console-entities.ts";
import { render } from "./entry-server.tsx";

const MAIN = "https://studio.example";
const OWN = "https://ada.example.org";
const own = { origin: OWN, handle: "ada" };
const avatar = `${MAIN}/uploads/0f8fad5b-d9cb-469f-a165-70867728950e/1280.webp`;
const page: PageModel = {
  page: "creator",
  creator: aPublicCreator({ handle: "ada", avatar_url: avatar }),
  tiles: [],
  from: 0,
  total: 0,
  isOwner: false,
  openTileId: null,
  tipTileId: null,
  previewVersion: "1",
};
const rendered = (site: Partial<PageSite>) => render(page, { ...DEFAULT_SITE, publicUrl: MAIN, ...site });

test("names the own domain in every URL for other sites, and its images as paths of the page's host", () => {
  const { head, body } = rendered({ own });
  expect(head).toContain(`<link rel="canonical" href="${OWN}/">`);
  expect(head).toContain(`content="${OWN}/preview.jpg?v=1"`);
  expect(head).toContain(`"url":"${OWN}/"`);
  expect(head).toContain(`"image":"${avatar.replace(MAIN, OWN)}"`);
  expect(body).toContain(avatar.slice(MAIN.length));
  expect(head + body).not.toContain(MAIN);
});

test("names the main host without an own domain", () => {
  const { head, body } = rendered({});
  expect(head).toContain(`<link rel="canonical" href="${MAIN}/@ada">`);
  expect(head + body).not.toContain("ada.example.org");
});
