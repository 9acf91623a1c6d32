import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const HOUR_MS = 60 * 60 * 1000;
const Times = z.array(z.number());

const pathIn = (dataDir: string) => join(dataDir, "worker-restarts.json");

/** Returns a function that records the unexpected end of a worker in a file, for checks in other processes. */
export function noteWorkerRestarts(dataDir: string): () => Promise<void> {
  let times: number[] = [];
  let writing = Promise.resolve();
  return () => {
    const now = Date.now();
    times = [...times.filter((time) => now - time < HOUR_MS), now];
    const text = JSON.stringify(times);
    // On a full disk only the log reports it.
    writing = writing.then(() => writeFile(pathIn(dataDir), text, { mode: 0o600 })).catch(() => undefined);
    return writing;
  };
}

/** Returns how many workers of this machine have ended unexpectedly within the last hour. */
export async function countWorkerRestarts(dataDir: string, now: Date): Promise<number> {
  try {
    const times = Times.parse(JSON.parse(await readFile(pathIn(dataDir), "utf8")));
    return times.filter((time) => now.getTime() - time < HOUR_MS).length;
  } catch {
    return 0;
  }
}
