import type { FastifyInstance } from "fastify";

/** Stops listening, serves what is in progress or arrives over open connections, and closes them; what takes longer than `graceMs` is cut off. */
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
