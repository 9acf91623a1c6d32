import { z } from "zod";
import { defineMessages } from "../../../../contract/texts.ts";
import product from "../../../../package.json" with { type: "json" };
import { parseJson } from "../../../platform/json.ts";
import { type Check, fault, ok, warning } from "../check.ts";
import { fetchOutside } from "../fetch-outside.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const CACHE_MS = 24 * 60 * 60 * 1000;

const Release = z.object({
  tag_name: z.string().optional(),
  version: z.string().optional(),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
});
/**
 * The response of the releases API of GitHub, Gitea and Forgejo, either for all releases or for the latest
 * one.
 */
const Releases = z.union([z.array(Release), Release.transform((release) => [release])]);

const messages = defineMessages("check_updates", {
  name: "Updates",
  advice: "Check UPDATE_URL: it must return a list of releases as JSON.",
  status: "UPDATE_URL responded with {status}",
  newest: "this is {version}, the newest release is {newest}",
  unknown: "this is {version}, the newest release is not known",
  newerAdvice: "Read docs/upgrade.md of the new release, take a backup and upgrade.",
});

let known: { url: string; version: string | undefined; readAt: number } | undefined;

/** Compares this release with the operator's list of releases, read at most once a day. Requests nothing without a list. */
export const updateCheck: Check = {
  id: "updates",
  name: messages.name,
  advice: messages.advice,
  async run({ settings: { updateUrl } }) {
    if (updateUrl === undefined) return [];
    if (known?.url !== updateUrl || performance.now() - known.readAt > CACHE_MS) {
      // Sends no cookie, name or version of this installation.
      const { status, body } = await fetchOutside(updateUrl, {}, MAX_BYTES);
      if (status !== 200) return [fault({ seen: messages.status({ status }), advice: messages.advice })];
      known = { url: updateUrl, version: findNewest(body), readAt: performance.now() };
    }
    const { version: newest } = known;
    const { version } = product;
    if (newest === undefined) return [ok({ seen: messages.unknown({ version }) })];
    const seen = messages.newest({ version, newest });
    if (compareVersions(newest, version) <= 0) return [ok({ seen })];
    return [warning({ seen, advice: messages.newerAdvice })];
  },
};

/** Returns the newest version of the list. */
function findNewest(body: string): string | undefined {
  const versions = Releases.parse(parseJson(body, MAX_BYTES))
    .filter(({ draft, prerelease }) => !draft && !prerelease)
    .map(({ tag_name, version }) => (version ?? tag_name ?? "").replace(/^v/, ""))
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  return versions.sort(compareVersions).at(-1);
}

/** Compares versions of numbers separated by dots. Returns a positive number if `a` is newer than `b`. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(".").map(Number));
  for (const [place, number] of (left ?? []).entries()) {
    const difference = number - (right?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
