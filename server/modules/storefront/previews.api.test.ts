import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { PreviewModel } from "../../../contract/pages/previews.ts";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { addTile, modelOf } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { createOgImages } from "./og-images.ts";
import { previewVersion } from "./previewed-page.ts";
import { findCreatorPage } from "./service.ts";

const get = (path: string) => site.call("GET", path);

const site = testSite();
const anna = testUser(site, { handle: "anna", displayName: "Anna" });

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="12" height="6"/>`;

const fixedParts = () => ({ files: site.files, site: DEFAULT_SITE, logo: undefined });

/** Records the models that are rendered as images. */
function recordModels() {
  const models: PreviewModel[] = [];
  const previews = createOgImages({
    ...fixedParts(),
    renderer: {
      renderPreview: async (model) => {
        models.push(model);
        return svg;
      },
    },
  });
  return { models, previews };
}

async function pageOfAnna() {
  const page = await findCreatorPage(
    {
      db: site.db,
      publicUrl: "http://localhost:3000",
      site: DEFAULT_SITE,
      findSells: async () => "mock",
      findGoalProgress: async () => [],
    },
    "anna",
  );
  if (!page) throw new Error("no page");
  return page;
}

test("returns the image of a link preview as a JPEG with an immutable URL", async () => {
  const { previewVersion } = modelOf((await get("/@anna")).text);
  const response = await get(`/@anna/preview.jpg?v=${previewVersion}`);
  expect(response).toMatchObject({ status: 200 });
  expect(response.headers["content-type"]).toBe("image/jpeg");
  expect(response.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(response.headers["set-cookie"]).toBeUndefined();
  expect(response.bytes.subarray(0, 3).toString("hex")).toBe("ffd8ff");
});

test("changes the image URL with the name and the logo of the site, which the Creator plan does not show", async () => {
  const page = await pageOfAnna();
  const versionsOn = (creator: typeof page.creator) => {
    const shown = [
      DEFAULT_SITE,
      { name: "Atelier", logo: null },
      { name: "Atelier", logo: "/site-logo-1.png" },
    ];
    return new Set(shown.map((site) => previewVersion({ ...page, creator }, site))).size;
  };
  expect(versionsOn(page.creator)).toBe(3);
  expect(versionsOn({ ...page.creator, plan: "creator" })).toBe(1);
});

test("changes the image URL with the page, and serves the new image under the old URL for a short time", async () => {
  const before = modelOf((await get("/@anna")).text).previewVersion;
  await addTile(anna, { title: "New" });
  expect(modelOf((await get("/@anna")).text).previewVersion).not.toBe(before);
  expect((await get(`/@anna/preview.jpg?v=${before}`)).headers["cache-control"]).toBe("public, max-age=300");
});

test.each(["/@nobody-here/preview.jpg", "/@a/preview.jpg", "/@%00%00%00/preview.jpg"])(
  "returns no image for %s",
  async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.body).toMatchObject({ error: "Creator not found." });
  },
);

test("includes images of this site and never requests other URLs", async () => {
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: "#2b48d9" } });
  const { url } = await site.files.storeUpload({
    creatorId: anna.creator.id,
    purpose: "image",
    name: "blue.png",
    source: Readable.from([await picture.png().toBuffer()]),
  });
  await addTile(anna, { title: "Ours", imageUrl: url });
  await addTile(anna, { title: "Theirs", imageUrl: "http://127.0.0.1:9/picture.png" });
  const { models, previews } = recordModels();
  await previews.render(await pageOfAnna(), "client");
  const images = Object.fromEntries(models[0]?.tiles.map(({ title, image }) => [title, image]) ?? []);
  expect(images.Ours).toMatch(/^data:image\/jpeg;base64,/);
  expect(images.Theirs).toBeNull();
});

test("renders a preview once for concurrent requests, and returns 503 with Retry-After for a full queue", async () => {
  const { models, previews } = recordModels();
  const page = await pageOfAnna();
  const renderings = Array.from({ length: 50 }, () => previews.render(page, "client"));
  await Promise.all(renderings);
  expect(models).toHaveLength(1);

  const render = (index: number, client: string) =>
    previews.render({ ...page, creator: { ...page.creator, bio: `Bio ${index}` } }, client).then(
      () => "rendered",
      (error) => error.status,
    );
  const others = Array.from({ length: 30 }, (_, index) => render(index, `client ${index}`));
  const outcomes = await Promise.all(others);
  expect(outcomes.filter((outcome) => outcome === "rendered")).toHaveLength(20);
  expect(outcomes.filter((outcome) => outcome === 503)).toHaveLength(10);

  const attack = Array.from({ length: 20 }, (_, index) => render(100 + index, "attacker"));
  expect(await render(200, "visitor")).toBe("rendered");
  expect((await Promise.all(attack)).filter((outcome) => outcome === 503)).toHaveLength(15);
});

test("pauses after each preview for as long as it took, so that other requests are served", async () => {
  const startedAt: number[] = [];
  const renderPreview = async () => {
    startedAt.push(performance.now());
    await setTimeout(100);
    return svg;
  };
  const previews = createOgImages({ ...fixedParts(), renderer: { renderPreview } });
  const page = await pageOfAnna();
  const render = (bio: string) => previews.render({ ...page, creator: { ...page.creator, bio } }, "client");
  await Promise.all([render("one"), render("two"), render("three")]);
  const [one = 0, two = 0, three = 0] = startedAt;
  expect(two - one).toBeGreaterThanOrEqual(195);
  expect(three - two).toBeGreaterThanOrEqual(195);
});

test("serves the image of a renamed page under its old handle", async () => {
  const gus = await site.signUp({ handle: "gus" });
  const { status } = await gus.call("POST", "/api/creators/me", { handle: "gustav", displayName: "Gus" });
  expect(status).toBe(200);
  for (const path of ["/@gus/preview.jpg", "/@GUS/preview.jpg?v=x"])
    expect(await get(path)).toMatchObject({ status: 200, headers: { "content-type": "image/jpeg" } });
  expect((await get("/@nobody/preview.jpg")).status).toBe(404);
});
