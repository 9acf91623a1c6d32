import type { FastifyRequest } from "fastify";
import { httpErrors } from "./app-error.ts";

/** Throws 409 with what is saved now when a client has read something else; called under the lock of the row. */
export type Precondition<Row> = (current: Row) => void;

type Versioned<Row, Entity> = { present: (row: Row) => Entity; versionOf: (entity: Entity) => string };

/** Returns what a client requires by `If-Match`: the version that it has read. Without the header nothing is required. */
export function ifMatch<Row, Entity>(
  { headers }: Pick<FastifyRequest, "headers">,
  { present, versionOf }: Versioned<Row, Entity>,
): Precondition<Row> {
  return (row) => {
    const expected = headers["if-match"];
    if (expected === undefined) return;
    const current = present(row);
    if (expected !== `"${versionOf(current)}"`) throw httpErrors.changedMeanwhile({ state: { current } });
  };
}
