import { pino } from "pino";
import { describe } from "vitest";
import { createTestDatabase } from "../../testing/create-database.ts";
import { systemClock } from "../clock/index.ts";
import { openDatabase } from "../database/index.ts";
import { memoryJobs } from "./adapters/memory.ts";
import { testJobs } from "./jobs.test-suite.ts";

describe("jobs in memory", () =>
  testJobs(async () => {
    const { url, drop } = await createTestDatabase();
    const db = openDatabase({ url, log: pino({ level: "silent" }), maxConnections: 12 });
    return { jobs: memoryJobs({ clock: systemClock }), db, drop: () => db.$client.end().then(drop) };
  }));
