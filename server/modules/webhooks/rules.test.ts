import { describe, expect, test } from "vitest";
import { ATTEMPT_DELAYS } from "../../../contract/rules/webhook-types.ts";
import { outcomeOf } from "./rules.ts";

const now = new Date("2026-11-28T12:00:00Z");
const given = { attempts: 0, failures: 0, now, random: 0 };
const response = (status: number, retryAfter?: string) => ({ status, retryAfter });

test("accepts every 2xx status, and no redirect", () => {
  for (const status of [200, 201, 202, 204, 299])
    expect(outcomeOf(response(status), given)).toEqual({ state: "delivered" });
  for (const status of [100, 301, 302, 307, 400, 404, 500])
    expect(outcomeOf(response(status), given).state, String(status)).toBe("pending");
});

test("makes ten attempts by the schedule, then gives up", () => {
  const delays = Array.from({ length: 10 }, (_, attempts) => {
    const outcome = outcomeOf(response(500), { ...given, attempts });
    return outcome.state === "pending" ? outcome.delaySeconds : outcome.state;
  });
  expect(delays).toEqual([...ATTEMPT_DELAYS.slice(1), "failed"]);
  expect(ATTEMPT_DELAYS.reduce<number>((sum, delay) => sum + delay, 0) / 3600).toBeCloseTo(75.6, 1);
});

test("adds up to a tenth at random", () => {
  expect(outcomeOf(response(500), { ...given, attempts: 1, random: 1 })).toMatchObject({ delaySeconds: 330 });
});

test("ends at once with 410", () => {
  expect(outcomeOf(response(410), given)).toMatchObject({ state: "failed", isGone: true });
});

describe("a server that is down or overloaded", () => {
  test.for([{ error: "timed out" }, response(429), response(502), response(503), response(504)])(
    "is left alone for longer and longer: %o",
    (answer) => {
      const pauses = [0, 1, 2, 10].map((failures) => outcomeOf(answer, { ...given, failures }));
      expect(pauses.map((outcome) => "pauseSeconds" in outcome && outcome.pauseSeconds)).toEqual([
        5, 10, 20, 300,
      ]);
    },
  );

  test("decides the time of the next attempt by Retry-After, up to a day", () => {
    const afterHeader = (text: string) => outcomeOf(response(503, text), given);
    expect(afterHeader("600")).toMatchObject({ delaySeconds: 600, pauseSeconds: 600 });
    expect(afterHeader("Sat, 28 Nov 2026 12:20:00 GMT")).toMatchObject({ delaySeconds: 1_200 });
    expect(afterHeader("999999999")).toMatchObject({ delaySeconds: 86_400 });
    for (const invalid of ["soon", "-5", "", "1e9", "Sat, 28 Nov 2020 12:20:00 GMT"])
      expect(afterHeader(invalid), invalid).toMatchObject({ delaySeconds: 5, pauseSeconds: 5 });
  });
});

test("an error of one event does not stop others", () => {
  expect(outcomeOf(response(500), given)).toMatchObject({ pauseSeconds: 0 });
});
