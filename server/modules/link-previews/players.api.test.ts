import sharp from "sharp";
import { expect, test } from "vitest";
import type { PublicFetch } from "../../platform/net/public-fetch.ts";
import { html, nothing, preview, testPages } from "../../testing/linked-pages.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const pages = testPages();
const requested: string[] = [];
/** Sends the requests for players' sites to the server of linked pages. */
const fetchPublic: PublicFetch = (request) => {
  requested.push(request.url.href);
  return pages.fetchPublic({ ...request, url: new URL(request.url.pathname, pages.origin) });
};
const site = testSite(() => ({ fetchPublic }));
const anna = testUser(site);

const VIDEO = "https://www.youtube.com/watch?v=dQw4w9WgXcQ";
const json = (value: unknown) => html(JSON.stringify(value), { "content-type": "application/json" });

test("reads title, author and picture from the site of a player", async () => {
  requested.length = 0;
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#a07" } })
    .png()
    .toBuffer();
  const film = {
    title: "How bowls\nare made",
    author_name: "Anna",
    thumbnail_url: "https://i.ytimg.com/a.png",
  };
  pages.responses.set("/oembed", json(film));
  pages.responses.set("/a.png", html(png, { "content-type": "image/png" }));
  expect(await preview(anna, VIDEO)).toEqual({
    url: VIDEO,
    title: "How bowls are made",
    description: "Anna",
    image_url: expect.stringContaining("/uploads/"),
  });
  expect(requested).toEqual([
    `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(VIDEO)}`,
    "https://i.ytimg.com/a.png",
  ]);
});

test("falls back to the page if the site of a player gives no title", async () => {
  pages.responses.set("/watch", html("<title>From the page</title>"));
  const responses = {
    nothing: undefined,
    "no JSON": html("{", { "content-type": "application/json" }),
    "no object": json("Bowls"),
    "no title": json({ title: " ", author_name: "Anna" }),
    "another type": html("<p>", {}),
    "too much": json({ title: "x".repeat(70_000) }),
  };
  for (const [name, respond] of Object.entries(responses)) {
    if (respond) pages.responses.set("/oembed", respond);
    expect(await preview(anna, VIDEO), name).toEqual({ ...nothing(VIDEO), title: "From the page" });
  }
});

test("ignores a picture without a web URL", async () => {
  pages.responses.set("/oembed", json({ title: "Film", thumbnail_url: "file:///etc/passwd" }));
  expect(await preview(anna, VIDEO)).toEqual({ ...nothing(VIDEO), title: "Film" });
});

test("requests nothing for a URL without a player", async () => {
  requested.length = 0;
  await preview(anna, "https://www.youtube.com/about");
  expect(requested).toEqual(["https://www.youtube.com/about"]);
});
