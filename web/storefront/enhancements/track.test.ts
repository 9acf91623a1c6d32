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

test("an event travels as a beacon with the source of the visit", () => {
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

test("a browser that rejects the beacon sends the event as a request that outlives the page", () => {
  sendBeacon.mockReturnValue(false);
  track({ creatorId: 7, event: "profile_share" });
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: "POST", keepalive: true });
});

test("a failing event throws nothing", () => {
  sendBeacon.mockImplementation(() => {
    throw new Error("blocked");
  });
  expect(() => track({ creatorId: 7, event: "profile_share" })).not.toThrow();
});

test("an event without a known source throws nothing", () => {
  vi.stubGlobal("document", {
    get referrer(): string {
      throw new TypeError("missing in this browser");
    },
  });
  expect(() => track({ creatorId: 7, event: "profile_share" })).not.toThrow();
});

test("a page view is counted once per load and creator", () => {
  trackPageView(41);
  trackPageView(41);
  trackPageView(42);
  expect(sendBeacon).toHaveBeenCalledTimes(2);
});

test("a prerendered page is counted when it is shown", () => {
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
