import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../../clock/index.ts";
import type { Transaction } from "../../../database/index.ts";
import { defineJob } from "../../../jobs/define-job.ts";
import type { Jobs } from "../../../jobs/port.ts";
import type { SandboxHost } from "../../port.ts";
import { parseEvent } from "../../stripe-event.ts";

const JOB = "sandbox.event";
const EventJob = z.object({ event: z.record(z.string(), z.unknown()) });

type Parts = { jobs: Jobs; clock: Clock };

export type SandboxEvents = ReturnType<typeof createSandboxEvents>;

/** Sends the sandbox's events in Stripe's format, within this process, without the public webhook. */
export function createSandboxEvents({ jobs, clock }: Parts) {
  let receive: Parameters<SandboxHost["deliverTo"]>[0] | undefined;

  jobs.register(
    defineJob({
      name: JOB,
      payload: EventJob,
      async handler({ data }) {
        if (!receive) throw new Error("no receiver of the sandbox's events");
        const event = parseEvent(Buffer.from(JSON.stringify(data.event)));
        if (!event) throw new Error("not an event of the sandbox");
        await receive(event);
      },
    }),
  );

  return {
    deliverTo: (to: NonNullable<typeof receive>) => {
      receive = to;
    },

    /** Sends an event if, and only if, the transaction commits. `account` is the connected account that it is about. */
    async emit(tx: Transaction, type: string, object: object, account?: string | null) {
      const id = `evt_${randomUUID().replaceAll("-", "")}`;
      const created = Math.floor(clock.now().getTime() / 1000);
      const event = {
        id,
        object: "event",
        type,
        created,
        livemode: false,
        data: { object },
        ...(account ? { account } : {}),
      };
      await jobs.enqueue(tx, { name: JOB, key: id, data: { event } });
    },
  };
}
