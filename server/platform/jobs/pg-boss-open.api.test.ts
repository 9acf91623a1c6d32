import { pino } from "pino";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/create-database.ts";
import { pgBossJobs } from "./adapters/pg-boss.ts";
import { defineJob } from "./define-job.ts";

const log = pino({ level: "silent" });
const job = defineJob({
  name: "test.start",
  schedule: "0 3 * * *",
  handler: async () => undefined,
});

test("opens the job queue in all processes that start together on a new database", async () => {
  for (let round = 0; round < 3; round++) {
    const { url, drop } = await createTestDatabase();
    const processes = Array.from({ length: 6 }, () => pgBossJobs({ url, log }));
    try {
      for (const jobs of processes) jobs.register(job);
      const results = await Promise.allSettled(processes.map((jobs) => jobs.start()));
      expect(results.filter(({ status }) => status === "rejected")).toEqual([]);
    } finally {
      await Promise.all(processes.map((jobs) => jobs.stop()));
      await drop();
    }
  }
});
