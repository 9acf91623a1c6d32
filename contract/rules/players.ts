import type { TileType } from "./tile-types.ts";
import { parseUrl } from "./urls.ts";

/** The embed of a URL on a page. */
export type Player = {
  /** The name of the site. */
  name: string;
  /** The URL of the frame. */
  src: string;
  /** The shape of the frame: the ratio of a video, or a height in pixels. */
  shape: "video" | "upright" | number;
};

type Embed = Pick<Player, "src" | "shape">;
type Site = {
  name: string;
  /** The hosts of playable URLs, without `www.` and `m.`. A leading dot matches any subdomain. */
  hosts: readonly string[];
  /** The origins of the site's frames, which pages with such a tile allow. */
  frames: readonly string[];
  /** Returns the embed of a URL of these hosts, or null if it cannot be played. `pageHost` is the host of the embedding page. */
  embed: (url: URL, pageHost: string) => Embed | null;
  /** The site's oEmbed endpoint for title and picture (https://oembed.com). */
  oembed?: string;
};

/** Returns the first group of the first pattern that matches. */
function find(text: string, ...patterns: RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
const video = (src: string | false): Embed | null => (src === false ? null : { src, shape: "video" });

/** Every site with a player. Patterns extract only identifiers, so that nothing else of a URL reaches a frame. */
const SITES: readonly Site[] = [
  {
    // https://developers.google.com/youtube/player_parameters
    name: "YouTube",
    hosts: ["youtube.com", "music.youtube.com", "youtu.be", "youtube-nocookie.com"],
    frames: ["https://www.youtube-nocookie.com"],
    oembed: "https://www.youtube.com/oembed",
    embed: ({ hostname, pathname, searchParams }) => {
      const named = searchParams.get("v") ?? "";
      const id =
        hostname === "youtu.be"
          ? find(pathname, /^\/([\w-]{11})\/?$/)
          : (find(pathname, /^\/(?:shorts|live|embed)\/([\w-]{11})\/?$/) ??
            (pathname === "/watch" ? find(named, /^([\w-]{11})$/) : undefined));
      const list = pathname === "/playlist" && find(searchParams.get("list") ?? "", /^([\w-]{10,50})$/);
      const start = find(searchParams.get("t") ?? searchParams.get("start") ?? "", /^(\d{1,6})s?$/);
      const base = "https://www.youtube-nocookie.com/embed/";
      if (list) return video(`${base}videoseries?list=${list}&autoplay=1`);
      if (!id) return null;
      const src = `${base}${id}?autoplay=1${start ? `&start=${start}` : ""}`;
      return { src, shape: pathname.startsWith("/shorts/") ? "upright" : "video" };
    },
  },
  {
    // https://help.vimeo.com/hc/en-us/articles/12426260232977-About-Player-parameters
    name: "Vimeo",
    hosts: ["vimeo.com", "player.vimeo.com"],
    frames: ["https://player.vimeo.com"],
    oembed: "https://vimeo.com/api/oembed.json",
    embed: ({ pathname, searchParams }) => {
      const [, id, inPath] = /^\/(?:video\/)?(\d{5,12})(?:\/([\da-f]{8,12}))?\/?$/.exec(pathname) ?? [];
      const secret = inPath ?? find(searchParams.get("h") ?? "", /^([\da-f]{8,12})$/);
      const hash = secret ? `&h=${secret}` : "";
      return video(id !== undefined && `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${hash}`);
    },
  },
  {
    // https://developer.spotify.com/documentation/embeds
    name: "Spotify",
    hosts: ["open.spotify.com"],
    frames: ["https://open.spotify.com"],
    oembed: "https://open.spotify.com/oembed",
    embed: ({ pathname }) => {
      const path = find(
        pathname,
        /^(?:\/intl-[a-z]{2})?\/((?:track|album|playlist|artist|show|episode)\/[A-Za-z\d]{22})\/?$/,
      );
      if (!path) return null;
      const shape = /^(track|episode)/.test(path) ? 152 : 352;
      return { src: `https://open.spotify.com/embed/${path}`, shape };
    },
  },
  {
    // https://developers.soundcloud.com/docs/api/html5-widget
    name: "SoundCloud",
    hosts: ["soundcloud.com"],
    frames: ["https://w.soundcloud.com"],
    oembed: "https://soundcloud.com/oembed",
    embed: ({ pathname }) => {
      const path = find(pathname, /^\/([\w-]{1,80}\/(?:sets\/)?[\w-]{1,200}(?:\/s-[\w-]{5,40})?)\/?$/);
      if (!path) return null;
      const track = encodeURIComponent(`https://soundcloud.com/${path}`);
      const shape = path.includes("/sets/") ? 352 : 166;
      return { src: `https://w.soundcloud.com/player/?url=${track}&auto_play=true`, shape };
    },
  },
  {
    // https://toolbox.marketingtools.apple.com/apple-music
    name: "Apple Music",
    hosts: ["music.apple.com", "embed.music.apple.com"],
    frames: ["https://embed.music.apple.com"],
    embed: ({ pathname, searchParams }) => {
      const path = find(
        pathname,
        /^\/([a-z]{2}\/(?:album|playlist|song|music-video)\/(?:[\w%.-]{1,300}\/)?(?:pl\.)?[\w-]{5,60})\/?$/,
      );
      if (!path) return null;
      const song = find(searchParams.get("i") ?? "", /^(\d{5,15})$/);
      const shape = song || path.slice(3).startsWith("song/") ? 175 : 450;
      return { src: `https://embed.music.apple.com/${path}${song ? `?i=${song}` : ""}`, shape };
    },
  },
  {
    // The player needs numbers that only the URL of "Share / Embed" contains.
    name: "Bandcamp",
    hosts: ["bandcamp.com"],
    frames: ["https://bandcamp.com"],
    embed: ({ pathname }) => {
      const item = find(pathname, /^\/EmbeddedPlayer\/(?:[^/]+\/)*((?:album|track)=\d{5,12})(?:\/|$)/);
      return item === undefined
        ? null
        : {
            src: `https://bandcamp.com/EmbeddedPlayer/${item}/size=large/tracklist=false/artwork=small/`,
            shape: 120,
          };
    },
  },
  {
    // https://dev.twitch.tv/docs/embed/video-and-clips
    name: "Twitch",
    hosts: ["twitch.tv", "clips.twitch.tv"],
    frames: ["https://player.twitch.tv", "https://clips.twitch.tv"],
    embed: ({ hostname, pathname }, pageHost) => {
      const parent = `&parent=${encodeURIComponent(pageHost)}&autoplay=true`;
      const clip =
        hostname === "clips.twitch.tv"
          ? find(pathname, /^\/([\w-]{5,100})\/?$/)
          : find(pathname, /^\/\w{3,25}\/clip\/([\w-]{5,100})\/?$/);
      if (clip) return video(`https://clips.twitch.tv/embed?clip=${clip}${parent}`);
      if (hostname === "clips.twitch.tv") return null;
      const recording = find(pathname, /^\/videos\/(\d{5,15})\/?$/);
      if (recording) return video(`https://player.twitch.tv/?video=${recording}${parent}`);
      const channel = find(pathname, /^\/(\w{3,25})\/?$/);
      const isPage = channel === undefined || TWITCH_PAGES.has(channel.toLowerCase());
      return video(!isPage && `https://player.twitch.tv/?channel=${channel}${parent}`);
    },
  },
  {
    // https://developers.tiktok.com/doc/embed-player
    name: "TikTok",
    hosts: ["tiktok.com"],
    frames: ["https://www.tiktok.com"],
    oembed: "https://www.tiktok.com/oembed",
    embed: ({ pathname }) => {
      const id = find(pathname, /^\/@[\w.-]{1,40}\/video\/(\d{10,25})\/?$/, /^\/player\/v1\/(\d{10,25})\/?$/);
      return id === undefined
        ? null
        : { src: `https://www.tiktok.com/player/v1/${id}?autoplay=1`, shape: "upright" };
    },
  },
];

/** Paths of Twitch that look like channels, but are none. */
const TWITCH_PAGES: ReadonlySet<string> = new Set([
  "directory",
  "downloads",
  "jobs",
  "search",
  "settings",
  "store",
  "subscriptions",
  "turbo",
  "videos",
  "wallet",
]);

function findSite(given: string, pageHost: string): { site: Site; embed: Embed } | null {
  const url = parseUrl(given);
  if (!url || !/^https?:$/.test(url.protocol) || url.port || url.username || url.password) return null;
  url.hostname = url.hostname.replace(/^(?:www|m)\./, "");
  const site = SITES.find(({ hosts }) => hosts.includes(url.hostname));
  const embed = site?.embed(url, pageHost);
  return site && embed ? { site, embed } : null;
}

/** Returns the embed of a URL on a page of `pageHost`, or null for other URLs. */
export function findPlayer(given: string, pageHost: string): Player | null {
  const found = findSite(given, pageHost);
  return found && { name: found.site.name, ...found.embed };
}

/** Returns the URL for title and picture of a playable URL, or null. */
export function oembedUrl(given: string): URL | null {
  const endpoint = findSite(given, "localhost")?.site.oembed;
  if (!endpoint) return null;
  const url = new URL(endpoint);
  url.search = String(new URLSearchParams({ format: "json", url: given }));
  return url;
}

/** Returns the player of a tile. Only active `content` tiles have a player. */
export function playerOf(
  { type, active, url }: { type: TileType; active: boolean; url: string | null },
  pageHost: string,
): Player | null {
  return type === "content" && active && url !== null ? findPlayer(url, pageHost) : null;
}

/** The origins of all players. */
export const PLAYER_FRAMES: readonly string[] = SITES.flatMap(({ frames }) => frames);

/** Returns the frame origins that a page may show. A page in several parts may show all players, because scripts append the other parts. */
export function framesOf({
  tiles,
  total,
}: {
  tiles: readonly { player?: Player }[];
  total: number;
}): readonly string[] {
  if (tiles.length < total) return PLAYER_FRAMES;
  const origins = tiles.flatMap(({ player }) => (player ? [new URL(player.src).origin] : []));
  return [...new Set(origins)].sort();
}
