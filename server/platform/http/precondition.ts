import type { FastifyRequest } from "fastify";
import { httpErrors } from "./app-error.ts";

/** Throws 409 with the current state if the client has read another version. Called under the lock of the row. */
export type Precondition<Row> = (current: Row) => void;

type Versioned<Row, Entity> = { present: (row: Row) => Entity; versionOf: (entity: Entity) => string };

/** Returns the precondition of `If-Match`, which names the version that the client has read. Without the header every version is accepted. */
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
