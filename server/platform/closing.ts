import type { FastifyInstance } from "fastify";

/** Stops listening, and ends once the last answer under way is out; what takes longer than `graceMs` is cut off. */
export async function closeInOrder(app: FastifyInstance, graceMs: number): Promise<void> {
  // A connection whose answer is out waits for a next request, which may never come. Node adds a second to this; who asks again
  // within it is served and told that it was the last time.
  app.server.keepAliveTimeout = 1;
  const impatience = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(impatience);
  }
}
