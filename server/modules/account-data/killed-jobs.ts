import type { z } from "zod";
import type { Jobs } from "../../platform/jobs/port.ts";

/** More jobs than can die in the hour between two clean-ups. The latest come first. */
const DEAD_LETTERS = 1_000;

/** Ends the work of jobs that died with their process in every attempt, so that users can start another one. */
export async function endKilled<Payload>(
  jobs: Pick<Jobs, "listDeadLetters">,
  { name, payload }: { name: string; payload: z.ZodType<Payload> },
  end: (data: Payload) => Promise<void>,
): Promise<void> {
  for (const job of await jobs.listDeadLetters({ limit: DEAD_LETTERS })) {
    const data = job.name === name ? payload.safeParse(job.data).data : undefined;
    if (data) await end(data);
  }
}
