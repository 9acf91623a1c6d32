import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../clock/index.ts";
import { outboxMail } from "./adapters/outbox.ts";
import type { Sender } from "./address.ts";

test("removes unfinished emails of a killed process after an hour, and keeps younger ones and finished emails", async () => {
  const folder = await mkdtemp(join(tmpdir(), "outbox-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  for (const name of [".old.eml.part", ".new.part", "kept.eml"]) {
    await writeFile(join(folder, name), "x");
    if (name !== ".new.part") await utimes(join(folder, name), twoHoursAgo, twoHoursAgo);
  }
  const sender = await outboxMail({
    folder,
    from: {} as Sender,
    hostname: "tessera.example",
    clock: systemClock,
    print: () => {},
  });
  await sender.stop();
  expect((await readdir(folder)).sort()).toEqual([".new.part", "kept.eml"]);
});
