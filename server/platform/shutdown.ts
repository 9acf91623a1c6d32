import type { FastifyInstance } from "fastify";

/** Stops listening, serves requests that are in progress or arrive over open connections, and closes these. Requests that take longer than `graceMs` are cut off. */
export async function closeGracefully(app: FastifyInstance, graceMs: number): Promise<void> {
  const timeout = setTimeout(() => app.connections.destroyAll(), graceMs);
  try {
    await app.connections.stopListening();
    await app.connections.drain();
    await app.close();
  } finally {
    clearTimeout(timeout);
  }
}
