import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { createCountryLookup, parseCountry } from "../../platform/geoip/country-lookup.ts";
import {
  daysAhead,
  findDevice,
  hashVisitor,
  isHuman,
  parseUserAgent,
  partitionOf,
  windowOf,
} from "./rules.ts";
import { createUserAgentParser } from "./visit.ts";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
const IPAD = IPHONE.replace("iPhone; CPU iPhone OS", "iPad; CPU OS");
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0";
const TV =
  "Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/538.1 (KHTML, like Gecko) Version/6.0 TV Safari/538.1";
const INSTAGRAM = IPHONE.replace("Version/17.5 Mobile/15E148 Safari/604.1", "Mobile/15E148 Instagram 300.0");

describe("people and bots by user agent", () => {
  test.each([IPHONE, IPAD, FIREFOX, TV, INSTAGRAM])("counts %s as a person", (agent) => {
    expect(isHuman({ "user-agent": agent })).toBe(true);
  });

  test.each([
    undefined,
    "",
    "   ",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "WhatsApp/2.23.20.0",
    "TelegramBot (like TwitterBot)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/126.0 Safari/537.36",
    "curl/8.9.1",
    "python-requests/2.32",
  ])("counts %j as a bot", (agent) => {
    expect(isHuman({ "user-agent": agent })).toBe(false);
  });

  test.each([
    { "sec-purpose": "prefetch" },
    { "sec-purpose": "prefetch;prerender" },
    { purpose: "prefetch" },
    { "x-purpose": "preview" },
    { "x-moz": "prefetch" },
  ])("counts a prefetched page as a bot: %j", (headers) => {
    expect(isHuman({ "user-agent": IPHONE, ...headers })).toBe(false);
  });
});

describe("the kind of device", () => {
  test.each([
    [IPHONE, "mobile"],
    [INSTAGRAM, "mobile"],
    [IPAD, "tablet"],
    [FIREFOX, "desktop"],
    [TV, "desktop"],
    ["something new", "desktop"],
  ])("reads %s as %s", (agent, device) => {
    expect(findDevice(agent)).toBe(device);
  });

  test("counts Facebook's app as a person's phone or tablet, even if it sends only its own fields", () => {
    const phone = "[FBAN/FB4A;FBAV/500.0.0.55;FBPN/com.facebook.katana;FBMF/samsung;FBDV/SM-S921B;FBSV/14]";
    expect(parseUserAgent(phone)).toEqual({ isBot: false, device: "mobile" });
    const tablet = phone.replace("SM-S921B", "iPad14,3");
    expect(parseUserAgent(tablet)).toEqual({ isBot: false, device: "tablet" });
  });
});

describe("the visitor hash", () => {
  const visit = { salt: "a day's", creatorId: 1, address: "192.0.2.7", agent: FIREFOX };

  test("has 16 bytes, and is equal for repeated visits of a visitor", () => {
    expect(hashVisitor(visit)).toMatch(/^[0-9a-f]{32}$/);
    expect(hashVisitor(visit)).toEqual(hashVisitor({ ...visit }));
  });

  test.each([{ creatorId: 2 }, { address: "192.0.2.8" }, { agent: IPHONE }, { salt: "another" }])(
    "differs with %j",
    (other) => {
      expect(hashVisitor({ ...visit, ...other })).not.toEqual(hashVisitor(visit));
    },
  );
});

describe("the period of a summary", () => {
  test("ends today and begins at midnight UTC", () => {
    expect(windowOf(new Date("2026-03-01T23:59:59.999Z"), 3)).toEqual({
      start: new Date("2026-02-27T00:00:00Z"),
      dates: ["2026-02-27", "2026-02-28", "2026-03-01"],
    });
    expect(windowOf(new Date("2026-03-01T00:00:00Z"), 1).dates).toEqual(["2026-03-01"]);
  });

  test("has the requested number of days, in order", () => {
    const now = fc.date({ min: new Date("2020-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
    forAll(now, fc.integer({ min: 1, max: 365 }), (now, days) => {
      const { start, dates } = windowOf(now, days);
      expect(new Set(dates).size).toBe(days);
      expect(dates).toEqual(dates.toSorted());
      expect(dates[0]).toBe(start.toISOString().slice(0, 10));
      expect(dates.at(-1)).toBe(now.toISOString().slice(0, 10));
    });
  });
});

describe("the country of a visit", () => {
  const findCountry = (address: string) => (address === "203.0.113.9" ? "DE" : null);
  const request = (remoteAddress: string, country?: string) => ({
    ip: "203.0.113.9",
    headers: country === undefined ? {} : { "cf-ipcountry": country },
    socket: { remoteAddress },
  });

  test.each([
    ["fr", "FR"],
    [" FR ", "FR"],
    ["XX", null],
    ["ZZ", null],
    ["T1", null],
    ["FRA", null],
    ["", null],
    ["<b>", null],
    [undefined, null],
    [["FR", "DE"], null],
  ])("reads a header of %j as %j", (value, country) => {
    expect(parseCountry(value)).toBe(country);
  });

  test("comes from the IP if no header is configured", () => {
    expect(createCountryLookup({ findCountry })(request("10.0.0.1", "FR"))).toBe("DE");
  });

  test("comes from the header only behind a trusted proxy", () => {
    const countryHeader = { name: "CF-IPCountry", trustedProxies: ["10.0.0.0/8", "::1"] };
    const find = createCountryLookup({ findCountry, countryHeader });
    expect(find(request("10.0.0.1", "FR"))).toBe("FR");
    expect(find(request("::ffff:10.0.0.1", "FR"))).toBe("FR");
    expect(find(request("::1", "FR"))).toBe("FR");
    expect(find(request("10.0.0.1", "XX"))).toBe("DE");
    expect(find(request("10.0.0.1"))).toBe("DE");
    expect(find(request("198.51.100.1", "FR"))).toBe("DE");
  });
});

describe("the days with partitions", () => {
  test("are the current salt and the salts of a week, also across years", () => {
    const days = daysAhead(new Date("2026-12-28T23:59:59Z"));
    expect(days).toHaveLength(8);
    expect([days[0], days[3], days[4], days.at(-1)]).toEqual([
      "2026-12-28",
      "2026-12-31",
      "2027-01-01",
      "2027-01-04",
    ]);
  });

  test("follow each other without a gap", () => {
    expect(partitionOf("2026-12-31")).toEqual({
      name: "events_2026_12_31",
      from: "2026-12-31T00:00:00Z",
      to: "2027-01-01T00:00:00Z",
    });
    const days = daysAhead(new Date("2026-11-25T00:00:00Z")).map(partitionOf);
    for (const [place, day] of days.slice(1).entries()) expect(day.from).toBe(days[place]?.to);
  });
});

test("returns the cached result of a user agent", () => {
  const read = createUserAgentParser();
  for (const name of [
    IPHONE,
    "Googlebot/2.1",
    "",
    IPHONE,
    "x".repeat(5000),
    ...Array.from({ length: 600 }, String),
  ]) {
    expect(read(name)).toEqual(parseUserAgent(name));
  }
});
