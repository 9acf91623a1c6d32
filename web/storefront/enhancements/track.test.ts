import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { track, trackPageView } from "./track.ts";

const sendBeacon = vi.fn((_address: string, _body: string) => true);
const fetched = vi.fn((_address: string, _init: RequestInit) => Promise.resolve(new Response()));

beforeEach(() => {
  sendBeacon.mockReset().mockReturnValue(true);
  fetched.mockClear();
  vi.stubGlobal("location", { search: "?utm_source=IG", host: "tessera.example" });
  vi.stubGlobal("document", { referrer: "" });
  vi.stubGlobal("navigator", { sendBeacon });
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => vi.unstubAllGlobals());

test("sends an event as a beacon with the source of the visit", () => {
  track({ creatorId: 7, tileId: 3, event: "tile_click" });
  const [address, body] = sendBeacon.mock.calls[0] ?? [];
  expect(address).toBe("/api/public/analytics");
  expect(JSON.parse(body ?? "")).toEqual({
    creatorId: 7,
    tileId: 3,
    event: "tile_click",
    source: "instagram",
    campaign: null,
  });
  expect(fetched).not.toHaveBeenCalled();
});

test("falls back to a request that outlives the page if the browser rejects the beacon", () => {
  sendBeacon.mockReturnValue(false);
  track({ creatorId: 7, event: "profile_share" });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: "POST", keepalive: true });
});

test("ignores a failing event", () => {
  sendBeacon.mockImplementation(() => {
    throw new Error("blocked");
  });
  expect(() => track({ creatorId: 7, event: "profile_share" })).not.toThrow();
});

test("ignores an unknown source", () => {
  vi.stubGlobal("document", {
    get referrer(): string {
      throw new TypeError("missing in this browser");
    },
  });
  expect(() => track({ creatorId: 7, event: "profile_share" })).not.toThrow();
});

test("counts a page view once per load and creator", () => {
  trackPageView(41);
  trackPageView(41);
  trackPageView(42);
  expect(sendBeacon).toHaveBeenCalledTimes(2);
});

test("counts a prerendered page when it is shown", () => {
  const waiting: (() => void)[] = [];
  vi.stubGlobal("document", {
    referrer: "",
    prerendering: true,
    addEventListener: (_name: string, listener: () => void) => waiting.push(listener),
  });
  trackPageView(43);
  expect(sendBeacon).not.toHaveBeenCalled();
  for (const listener of waiting) listener();
  expect(sendBeacon).toHaveBeenCalledTimes(1);
});
