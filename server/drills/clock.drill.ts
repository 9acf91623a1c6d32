import { globSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { Ledger } from "../testing/ledger.ts";
import { countJobs, isInstalled, observed, SECONDS, secondsUntil } from "./drill.ts";
import { prepareSite } from "./two-nodes.ts";

/** The library of the Debian package `libfaketime`. */
const [libfaketime] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
const SKEW_MINUTES = 10;
const skewed = (minutes: string): Record<string, string> => ({
  LD_PRELOAD: libfaketime ?? "",
  FAKETIME: `${minutes}m`,
  // Fakes only the time of day. Timers run as usual.
  FAKETIME_DONT_FAKE_MONOTONIC: "1",
});

test.skipIf(!libfaketime || !isInstalled("caddy"))(
  "clock: one node is ten minutes ahead of the database, the other ten minutes behind",
  async () => {
    const site = await prepareSite([skewed(`+${SKEW_MINUTES}`), skewed(`-${SKEW_MINUTES}`)]);
    onTestFinished(site.remove);
    await site.start();
    const ahead = async (url: string) =>
      (Date.parse((await fetch(`${url}/healthz`)).headers.get("date") ?? "") - Date.now()) / 60_000;
    const skews = await Promise.all(site.nodes.map(({ url }) => ahead(url)));
    expect(skews.map(Math.round)).toEqual([SKEW_MINUTES, -SKEW_MINUTES]);

    // Caddy distributes the requests of one session, one sale and one download over both nodes.
    const ledger = new Ledger(site.url);
    const errors = await ledger.workDuring(() => delay(SECONDS * 1_000));
    expect(errors.map(({ message }) => message)).toEqual([]);
    await ledger.expectEverythingConfirmed();
    const seconds = await secondsUntil(async () => (await countJobs(site.nodes[0].url)) === 0, 120);
    observed(
      `${SECONDS} s: ${ledger.size} confirmed changes all there, no error, no job left ${seconds.toFixed(0)} s later`,
    );
  },
);
