import type { FastifyInstance, FastifyRequest } from "fastify";
import { acceptUploads, createUploadSlots, receiveFile } from "../files/index.ts";
import { readText } from "./uploaded-text.ts";

type Upload = { creatorId: number; request: FastifyRequest };

/**
 * Prepares the route of an uploaded text. `scope` should be separate, because it gets a parser for multipart
 * bodies. Returns the function that receives an upload, one of a creator at a time.
 */
export async function acceptTextFile(scope: FastifyInstance, route: { path: string }) {
  await acceptUploads(scope, route);
  const acquireSlot = createUploadSlots(1);
  return async function receiveText<Result>(
    { creatorId, request }: Upload,
    read: (text: string, name: string | undefined) => Promise<Result>,
  ): Promise<Result> {
    const leave = acquireSlot(creatorId);
    try {
      const { source, name, stop } = await receiveFile(request);
      try {
        return await read(await readText(source), name);
      } finally {
        stop();
      }
    } finally {
      leave();
    }
  };
}
