import { pino } from "pino";
import { onTestFinished } from "vitest";
import { openDatabase } from "../platform/database/index.ts";
import { createTestDatabase } from "./create-database.ts";

type Options = Pick<Parameters<typeof openDatabase>[0], "isPooled" | "maxConnections">;

/**
 * Creates an empty database and opens it for the current test, or for each test if a `beforeEach` calls it.
 */
export async function openTestDatabase(options: Options = {}) {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ url, log: pino({ level: "silent" }), maxConnections: 8, ...options });
  onTestFinished(async () => {
    await db.$client.end();
    await drop();
  });
  return { url, db };
}
