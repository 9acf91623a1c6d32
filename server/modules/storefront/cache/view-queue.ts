import pLimit from "p-limit";
import type { AppError } from "../../../platform/http/app-error.ts";
import { errors } from "../errors.ts";

/** The maximum number of waiting views, in total and for one client. Nothing else limits such requests. */
const MAX_WAITING = 100;
const MAX_WAITING_PER_CLIENT = 5;

/** Options for a queue of other work, such as preview images. */
type QueueOptions = { maxWaiting?: number; refusal?: () => AppError };

export type ViewQueue = ReturnType<typeof createViewQueue>;

/** Creates a queue that renders the views of one page one at a time. */
export function createViewQueue({ maxWaiting = MAX_WAITING, refusal = errors.pageBusy }: QueueOptions = {}) {
  const inTurn = pLimit(1);
  const waiting = new Map<string, number>();
  return {
    /**
     * Queues a rendering. With a client, throws 503 if too many views wait, so that one client cannot block
     * the others.
     */
    add<T>(client: string | null, render: () => Promise<T>): Promise<T> {
      if (client === null) return inTurn(render);
      const waitingBefore = waiting.get(client) ?? 0;
      if (inTurn.pendingCount >= maxWaiting || waitingBefore >= MAX_WAITING_PER_CLIENT) throw refusal();
      waiting.set(client, waitingBefore + 1);
      return inTurn(() => {
        const left = (waiting.get(client) ?? 1) - 1;
        if (left > 0) waiting.set(client, left);
        else waiting.delete(client);
        return render();
      });
    },
  };
}
