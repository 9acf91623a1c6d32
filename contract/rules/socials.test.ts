import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ProfileInput } from "../api/creators.ts";
import { sentence } from "../texts.ts";
import { forAll } from "./for-all.test-kit.ts";
import { hostileUrls } from "./hostile-urls.test-kit.ts";
import { SITE_LABELS, SOCIAL_PLATFORMS, type SocialPlatform } from "./platforms.ts";
import { platformOfProfile, toSocialUrl } from "./socials.ts";
import { isHttpUrl } from "./url-fields.ts";

test.each([
  ["instagram", "anna", "https://instagram.com/anna"],
  ["instagram", " @anna.k_9 ", "https://instagram.com/anna.k_9"],
  ["instagram", "/anna/", "https://instagram.com/anna"],
  ["instagram", "www.anna", "https://instagram.com/anna"],
  ["instagram", "instagram.coma", "https://instagram.com/instagram.coma"],
  ["twitter", "x.com.", "https://twitter.com/x.com."],
  ["youtube", "youtu.beé", "https://www.youtube.com/@youtu.be%C3%A9"],
  ["instagram", "instagram.com/anna", "https://instagram.com/anna"],
  ["instagram", "www.Instagram.com/anna/", "https://instagram.com/anna"],
  ["instagram", "https://www.instagram.com/anna/", "https://www.instagram.com/anna/"],
  ["tiktok", "@anna", "https://www.tiktok.com/@anna"],
  ["tiktok", "tiktok.com/@anna", "https://tiktok.com/@anna"],
  ["youtube", "anna", "https://www.youtube.com/@anna"],
  ["youtube", "@анна", "https://www.youtube.com/@%D0%B0%D0%BD%D0%BD%D0%B0"],
  ["youtube", "channel/UC123", "https://www.youtube.com/channel/UC123"],
  ["youtube", "youtube.com/watch?v=1-a", "https://youtube.com/watch?v=1-a"],
  ["twitter", "@anna", "https://twitter.com/anna"],
  ["twitter", "x.com/anna", "https://x.com/anna"],
  ["facebook", "profile.php?id=7", "https://www.facebook.com/profile.php?id=7"],
  ["linkedin", "anna-k", "https://www.linkedin.com/in/anna-k"],
  ["linkedin", "in/anna-k", "https://www.linkedin.com/in/anna-k"],
  ["linkedin", "company/acme", "https://www.linkedin.com/company/acme"],
  ["linkedin", "https://elsewhere.example/anna", "https://elsewhere.example/anna"],
  ["linkedin", "uk.linkedin.com/in/anna-b", "https://uk.linkedin.com/in/anna-b"],
  ["tiktok", "vt.tiktok.com/ZSabc/", "https://vt.tiktok.com/ZSabc"],
  ["tiktok", "m.tiktok.com/@anna", "https://m.tiktok.com/@anna"],
  ["facebook", "de-de.facebook.com/anna.b", "https://de-de.facebook.com/anna.b"],
  ["facebook", "fb.me/anna", "https://fb.me/anna"],
  ["youtube", "music.youtube.com/channel/UCabc", "https://music.youtube.com/channel/UCabc"],
  ["youtube", "@anna/videos", "https://www.youtube.com/@anna/videos"],
  ["instagram", "instagr.am/anna", "https://instagr.am/anna"],
  ["instagram", "l.instagram.com/anna", "https://l.instagram.com/anna"],
  ["instagram", "@anna.b/reels", "https://instagram.com/anna.b/reels"],
  ["instagram", "\u200eanna\u200b", "https://instagram.com/anna"],
  ["instagram", "https://www.instagram.com/anna\u200b", "https://www.instagram.com/anna"],
  ["twitter", "mobile.x.com/anna", "https://mobile.x.com/anna"],
  ["mastodon", "@anna@chaos.example", "https://chaos.example/@anna"],
  ["mastodon", "anna@chaos.example", "https://chaos.example/@anna"],
  ["mastodon", "anna", "https://mastodon.social/@anna"],
  ["mastodon", "fosstodon.org/@anna", "https://fosstodon.org/@anna"],
  ["bluesky", "anna", "https://bsky.app/profile/anna.bsky.social"],
  ["bluesky", "@anna.example", "https://bsky.app/profile/anna.example"],
  ["bluesky", "profile/anna.example", "https://bsky.app/profile/anna.example"],
  ["threads", "@anna", "https://www.threads.com/@anna"],
  ["github", "anna-k", "https://github.com/anna-k"],
  ["twitch", "anna_k", "https://www.twitch.tv/anna_k"],
  ["discord", "aBc123", "https://discord.gg/aBc123"],
  ["telegram", "@anna", "https://t.me/anna"],
  ["pinterest", "anna", "https://www.pinterest.com/anna"],
  ["reddit", "u/anna", "https://www.reddit.com/u/anna"],
  ["snapchat", "anna", "https://www.snapchat.com/add/anna"],
  ["spotify", "artist/4Z8W4fKeB5", "https://open.spotify.com/artist/4Z8W4fKeB5"],
  ["soundcloud", "anna-k", "https://soundcloud.com/anna-k"],
  ["website", "anna.example", "https://anna.example/"],
  ["website", "www.anna.example:8080/a?b#c", "https://www.anna.example:8080/a?b#c"],
  ["website", "HTTP://Anna.example", "http://anna.example/"],
  ["website", "bücher.example", "https://xn--bcher-kva.example/"],
] as const)("%s: turns %s into %s", (platform, typed, url) => {
  expect(toSocialUrl(platform, typed)).toBe(url);
});

test.each([
  ["instagram", "@"],
  ["instagram", "instagram.com/"],
  ["instagram", "two words"],
  ["instagram", "anna#top"],
  ["tiktok", "a//b"],
  ["linkedin", "../../etc"],
  ["youtube", ".."],
  ["twitter", "nitter.net/anna"],
  ["linkedin", "uk.linkedin.com"],
  ["instagram", "https://www.instagram.com/an\u200bna"],
  ["website", "https://https://anna.example"],
  ["website", "anna"],
  ["website", "localhost:3000"],
  ["website", "anna@mail.example"],
  ["website", "anna.example:javascript"],
] as const)("%s: rejects %s", (platform, typed) => {
  expect(toSocialUrl(platform, typed)).toBeNull();
});

test("accepts no hostile URL on any platform", () => {
  for (const platform of SOCIAL_PLATFORMS) {
    for (const { url, shown } of hostileUrls) {
      // A host without a scheme is a website, but on other platforms a name with a dot.
      if (url === "shop.example") continue;
      expect(toSocialUrl(platform, url), `${platform} ${shown}`).toBeNull();
    }
  }
});

const anyPlatform = fc.constantFrom(...SOCIAL_PLATFORMS);
const pieces = ["https", "http", ":", "/", "//", "\\", "@", "www.", "x.com", "a", "É", ".", "..", "?", "#"];
const nearHosts = ["instagram.coma", "x.comÉ", "x.com.", "youtu.be.", "instagram.xn--", "xn--"];
const morePieces = [
  ...nearHosts,
  "javascript",
  "%2f",
  "%",
  " ",
  "\t",
  "\u0000",
  "instagram.com",
  "evil.example",
  "[",
  "&",
];
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.webUrl(),
  fc.array(fc.constantFrom(...pieces, ...morePieces), { maxLength: 9 }).map((parts) => parts.join("")),
);
/** Runs a check with a thousand texts that a creator might enter. */
const forAnyText = (check: (platform: SocialPlatform, typed: string) => void) =>
  fc.assert(fc.property(anyPlatform, anyText, check), { numRuns: 1000 });

describe("any input", () => {
  test("becomes an HTTP or HTTPS URL in normalized form", () => {
    forAnyText((platform, typed) => {
      const url = toSocialUrl(platform, typed);
      if (url === null) return;
      expect(isHttpUrl(url)).toBe(true);
      expect(new URL(url).href).toBe(url);
    });
  });

  test("stays unchanged when it is saved again", () => {
    forAnyText((platform, typed) => {
      const url = toSocialUrl(platform, typed);
      if (url !== null) expect(toSocialUrl(platform, url)).toBe(url);
    });
  });

  test("leads to the platform unless it is a full URL", () => {
    const isKnown = (host: string) =>
      Object.keys(SITE_LABELS).some((site) => `.${host}`.endsWith(`.${site}`));
    forAnyText((platform, typed) => {
      const url = toSocialUrl(platform, typed);
      if (url === null || platform === "website" || isHttpUrl(typed.trim())) return;
      // A name on Mastodon can have the host of any server.
      if (platform === "mastodon" && typed.includes("@")) return;
      expect(isKnown(new URL(url).hostname), url).toBe(true);
    });
  });

  test("ignores blanks, at signs and slashes around a name", () => {
    const name = fc.stringMatching(/^[a-z0-9_]{1,20}$/).filter((text) => text !== "www");
    forAll(anyPlatform, name, (platform, handle) => {
      if (platform === "website") return;
      for (const typed of [`@${handle}`, ` ${handle} `, `/${handle}/`, `www.${handle}`]) {
        expect(toSocialUrl(platform, typed)).toBe(toSocialUrl(platform, handle));
      }
    });
  });
});

const parse = (socials: unknown) => ProfileInput.safeParse({ handle: "anna", displayName: "Anna", socials });
const kept = (socials: unknown) => parse(socials).data?.socials;

test("drops entries without a platform or name, and keeps the order of the others", () => {
  expect(
    kept([
      { platform: "website", url: "b.example" },
      { platform: "", url: "anna" },
      { platform: "tiktok", url: "  " },
      { url: "anna" },
      { platform: "instagram" },
      { platform: null, url: null },
      {},
      { platform: "twitter", url: "@anna" },
    ]),
  ).toEqual([
    { platform: "website", url: "https://b.example/" },
    { platform: "twitter", url: "https://twitter.com/anna" },
  ]);
});

test("stores the same link once", () => {
  const anna = { platform: "twitter", url: "https://twitter.com/anna" };
  expect(kept([anna, { platform: "twitter", url: "@anna" }, anna])).toEqual([anna]);
});

test("reports each invalid link by its position", () => {
  const wrong = (platform: SocialPlatform) => ({ platform, url: "javascript:alert(1)" });
  const { error } = parse([{}, wrong("website"), wrong("tiktok")]);
  expect(error?.issues.map(({ path, message }) => ({ path, message: sentence(message) }))).toEqual([
    { path: ["socials", 1, "url"], message: "Website: enter an address such as https://example.com." },
    {
      path: ["socials", 2, "url"],
      message: "TikTok: enter your name there, or the full address (http:// or https://).",
    },
  ]);
});

test.each([
  ["https://instagram.com/maravey", "instagram"],
  ["https://www.instagram.com/maravey/?igsh=1", "instagram"],
  ["https://www.instagram.com/p/abc", null],
  ["https://www.instagram.com/explore/", null],
  ["https://youtube.com/@anna", "youtube"],
  ["https://www.youtube.com/channel/UC1", "youtube"],
  ["https://youtu.be/abc", null],
  ["https://www.youtube.com/watch?v=1", null],
  ["https://www.tiktok.com/@anna", "tiktok"],
  ["https://www.tiktok.com/@anna/video/1", null],
  ["https://x.com/anna", "twitter"],
  ["https://x.com/anna/status/1", null],
  ["https://x.com/home", null],
  ["https://www.facebook.com/anna.b", "facebook"],
  ["https://www.facebook.com/profile.php?id=7", "facebook"],
  ["https://www.facebook.com/photo.php?fbid=7", null],
  ["https://www.linkedin.com/in/anna-k/", "linkedin"],
  ["https://www.linkedin.com/feed", null],
  ["https://instagram.com.example/anna", null],
  ["https://bsky.app/profile/anna.bsky.social", "bluesky"],
  ["https://bsky.app/profile/anna.bsky.social/post/3k", null],
  ["https://fosstodon.org/@anna", "mastodon"],
  ["https://fosstodon.org/@anna/1123", null],
  ["https://www.threads.net/@anna", "threads"],
  ["https://github.com/anna-k", "github"],
  ["https://github.com/anna-k/pots", null],
  ["https://gist.github.com/anna-k", null],
  ["https://www.twitch.tv/anna", "twitch"],
  ["https://clips.twitch.tv/GladBowl", null],
  ["https://www.twitch.tv/videos/1", null],
  ["https://discord.gg/aBc123", "discord"],
  ["https://discord.com/invite/aBc123", "discord"],
  ["https://discord.com/download", null],
  ["https://t.me/anna", "telegram"],
  ["https://t.me/anna/12", null],
  ["https://www.pinterest.de/anna", "pinterest"],
  ["https://www.pinterest.com/pin/12", null],
  ["https://www.reddit.com/u/anna", "reddit"],
  ["https://www.reddit.com/r/pottery/comments/1", null],
  ["https://www.snapchat.com/add/anna", "snapchat"],
  ["https://open.spotify.com/user/anna", "spotify"],
  // It has a player on the page.
  ["https://open.spotify.com/artist/4Z8W4fKeB5", null],
  ["https://soundcloud.com/anna-k", "soundcloud"],
  ["https://soundcloud.com/anna-k/kiln", null],
  ["https://on.soundcloud.com/aBc12", null],
  ["https://instagram.com/", null],
  ["not a url", null],
] as const)("finds in %s a profile of %s", (url, platform) => {
  expect(platformOfProfile(url)).toBe(platform);
});
