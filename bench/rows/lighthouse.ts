import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findChromium } from "../../scripts/chromium.mjs";
import { makeCreator } from "../fixtures.ts";
import { atMost, type Figure, median, skipped } from "../report.ts";
import type { Row } from "../row.ts";

const execute = promisify(execFile);
const CATEGORIES = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 } as const;
type Category = keyof typeof CATEGORIES;
type Report = {
  categories: Record<Category, { score: number }>;
  audits: Record<"largest-contentful-paint" | "total-blocking-time", { numericValue: number }>;
};

/** Lighthouse on a phone, once with a simulated and once with an applied throttle. */
export const lighthouseRow: Row = {
  name: "lighthouse",
  async run({ product, rounds, say }) {
    const chromium = findChromium();
    if (!chromium) return [skipped("Lighthouse", "there is no Chromium; CHROMIUM_PATH may name one")];
    const { handle } = await makeCreator(product);
    const figures: Figure[] = [];
    for (const [name, path] of [
      ["public page", `/@${handle}`],
      ["landing page", "/"],
    ] as const) {
      for (const throttle of ["simulate", "devtools"] as const) {
        const reports: Report[] = [];
        for (let round = 0; round < rounds; round++)
          reports.push(await report(product.url + path, throttle, chromium));
        figures.push(...toFigures(`Lighthouse, ${name}, ${throttle}`, reports, throttle));
        say(`${name}, ${throttle}: done`);
      }
    }
    return figures;
  },
};

async function report(url: string, throttle: string, chromium: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-lighthouse-"));
  const file = join(folder, "report.json");
  await execute(
    process.execPath,
    [
      fileURLToPath(import.meta.resolve("lighthouse/cli/index.js")),
      url,
      "--quiet",
      "--output=json",
      `--output-path=${file}`,
      `--throttling-method=${throttle}`,
      `--only-categories=${Object.keys(CATEGORIES).join(",")}`,
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu --disable-quic --disable-background-networking",
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 * 1024 },
  );
  return JSON.parse(await readFile(file, "utf8"));
}

function toFigures(what: string, reports: readonly Report[], throttle: "simulate" | "devtools"): Figure[] {
  const score = (category: Category) =>
    median(reports.map(({ categories }) => Math.round(categories[category].score * 100)));
  const names = Object.keys(CATEGORIES) as Category[];
  const figures: Figure[] = [
    {
      what: `${what}: ${names.join(", ")}`,
      ours: names.map(score).join(" / "),
      against: `≥ ${names.map((name) => CATEGORIES[name]).join(" / ")}`,
      met: names.every((name) => score(name) >= CATEGORIES[name]),
    },
  ];
  const took = (audit: keyof Report["audits"]) =>
    median(reports.map(({ audits }) => audits[audit].numericValue));
  const paint = took("largest-contentful-paint") / 1000;
  if (throttle === "devtools") {
    figures.push(atMost(`${what}: largest contentful paint`, paint, 1.8, "s"));
    figures.push(atMost(`${what}: total blocking time`, took("total-blocking-time"), 50, "ms"));
  }
  return figures;
}
