import type { Database } from "../platform/database/index.ts";

/** A statement as sent to the database. It has a name if it is prepared. */
export type Statement = { text: string; name: string | undefined };

/** Returns a list to which every statement of a pool is added. */
export function watchStatements({ $client }: Database): Statement[] {
  const statements: Statement[] = [];
  const watched = new WeakSet<object>();
  $client.on("acquire", (connection) => {
    if (watched.has(connection)) return;
    watched.add(connection);
    const query = connection.query.bind(connection);
    connection.query = ((...given: Parameters<typeof query>) => {
      const { text = String(given[0]), name } = given[0] as { text?: string; name?: string };
      statements.push({ text, name });
      return query(...given);
    }) as typeof connection.query;
  });
  return statements;
}
