import fc from "fast-check";
import { expect, test } from "vitest";
import { expectLinear } from "../../server/testing/costs.ts";
import { hostileUrls } from "./hostile-urls.test-kit.ts";
import { findPlayer, PLAYER_FRAMES } from "./players.ts";

const srcOf = (url: string) => findPlayer(url, "tessera.example")?.src ?? null;
const YOUTUBE = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1";
const TRACK = "4uLU6hMCjMI75M1A2tKUQC";

test.each([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ&utm_source=x", YOUTUBE],
  ["https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=90s", `${YOUTUBE}&start=90`],
  ["https://youtu.be/dQw4w9WgXcQ?si=abc", YOUTUBE],
  ["http://youtube.com/shorts/dQw4w9WgXcQ", YOUTUBE],
  [
    "https://www.youtube.com/playlist?list=PL1234567890ab",
    "https://www.youtube-nocookie.com/embed/videoseries?list=PL1234567890ab&autoplay=1",
  ],
  ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1"],
  [
    "https://vimeo.com/76979871/a1b2c3d4e5",
    "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=a1b2c3d4e5",
  ],
  [`https://open.spotify.com/intl-de/track/${TRACK}?si=1`, `https://open.spotify.com/embed/track/${TRACK}`],
  [
    "https://soundcloud.com/anna/first-song",
    "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fanna%2Ffirst-song&auto_play=true",
  ],
  [
    "https://music.apple.com/de/album/some-album/1440857781?i=1440857786",
    "https://embed.music.apple.com/de/album/some-album/1440857781?i=1440857786",
  ],
  [
    "https://bandcamp.com/EmbeddedPlayer/album=1234567890/size=large/bgcol=ffffff/",
    "https://bandcamp.com/EmbeddedPlayer/album=1234567890/size=large/tracklist=false/artwork=small/",
  ],
  [
    "https://www.twitch.tv/anna_plays",
    "https://player.twitch.tv/?channel=anna_plays&parent=tessera.example&autoplay=true",
  ],
  [
    "https://www.twitch.tv/videos/1234567890",
    "https://player.twitch.tv/?video=1234567890&parent=tessera.example&autoplay=true",
  ],
  [
    "https://clips.twitch.tv/FunnyClip-a1",
    "https://clips.twitch.tv/embed?clip=FunnyClip-a1&parent=tessera.example&autoplay=true",
  ],
  [
    "https://www.tiktok.com/@anna/video/7234567890123456789",
    "https://www.tiktok.com/player/v1/7234567890123456789?autoplay=1",
  ],
])("plays %s", (url, src) => {
  expect(srcOf(url)).toBe(src);
});

test.each([
  ...hostileUrls.map(({ url }) => url),
  "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
  "https://evilyoutube.com/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ",
  "https://user:pass@www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com./watch?v=dQw4w9WgXcQ",
  "ftp://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com/@anna",
  "https://www.youtube.com/redirect?q=https://evil.example",
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ%22onload=",
  "https://www.youtube.com/embed/../redirect?q=https://evil.example",
  "https://vimeo.com/channels/staffpicks",
  "https://open.spotify.com/user/anna",
  "https://open.spotify.com/track/../../evil",
  "https://soundcloud.com/anna",
  "https://soundcloud.com/anna/song%22%3E%3Cscript%3E",
  "https://anna.bandcamp.com/album/first",
  "https://www.twitch.tv/directory",
  "https://vm.tiktok.com/ZM1234567/",
])("keeps %s as a link", (url) => {
  expect(srcOf(url)).toBeNull();
});

const HOSTS = [
  "www.youtube.com",
  "youtu.be",
  "vimeo.com",
  "open.spotify.com",
  "soundcloud.com",
  "music.apple.com",
  "bandcamp.com",
  "www.twitch.tv",
  "clips.twitch.tv",
  "www.tiktok.com",
];
const PATHS = [
  "/watch?v=",
  "/shorts/",
  "/video/",
  "/track/",
  "/anna/",
  "/de/album/x/",
  "/EmbeddedPlayer/album=1/",
  "/videos/",
  "/",
  "/@anna/video/",
];

test("returns a known origin and only safe characters for every path", () => {
  const rest = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.stringMatching(/^[\w./%?=&#@-]{0,60}$/),
  );
  fc.assert(
    fc.property(fc.constantFrom(...HOSTS), fc.constantFrom(...PATHS), rest, (host, path, end) => {
      const src = srcOf(`https://${host}${path}${end}`);
      if (src === null) return;
      expect(PLAYER_FRAMES).toContain(new URL(src).origin);
      expect(new URL(src).href).toBe(src);
      expect(src).toMatch(/^https:\/\/[\w.:/?=&%-]+$/);
      expect(src).not.toContain("..");
    }),
    { numRuns: 1_000 },
  );
});

test("parses a very long URL in linear time", async () => {
  await expectLinear((share) => {
    const rest = "a/".repeat(share * 1_000) + "-".repeat(share * 50_000);
    for (const host of HOSTS) for (const path of PATHS) srcOf(`https://${host}${path}${rest}`);
  }, "players");
});
