import { promisify } from "node:util";
import { createGunzip, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { chooseEncoding } from "./headers.ts";
import { trimBuffer } from "./html.ts";

const gzipped = promisify(gzip);
/** Smaller responses are sent as they are: compressing each would cost more than it saves. */
const MIN_BYTES = 16 * 1024;

/** The bytes that are decompressed at once. Passing on smaller chunks takes most of the time. */
const CHUNK_BYTES = 64 * 1024;

/** Compresses JSON quickly: eleven megabytes take up to a quarter of a second, on a thread of their own. */
export const compressJson = async (json: Buffer): Promise<Buffer> =>
  trimBuffer(await gzipped(json, { level: 1 }));

/** Sends JSON that is compressed already. A client without gzip gets it unpacked while it is sent, so that no copy of it is in memory. */
export function sendCompressedJson(
  request: FastifyRequest,
  reply: FastifyReply,
  compressed: Buffer,
): FastifyReply {
  start(reply);
  if (acceptsGzip(request)) return reply.header("Content-Encoding", "gzip").send(compressed);
  const json = createGunzip({ chunkSize: CHUNK_BYTES });
  json.end(compressed);
  return reply.send(json);
}

/** Sends JSON that is encoded for this response alone, compressed when it is long. */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: Buffer,
): Promise<FastifyReply> {
  if (json.length >= MIN_BYTES && acceptsGzip(request))
    return sendCompressedJson(request, reply, await compressJson(json));
  return start(reply).send(json);
}

const start = (reply: FastifyReply) =>
  reply.type("application/json; charset=utf-8").header("Vary", "Accept-Encoding");

const acceptsGzip = (request: FastifyRequest) =>
  chooseEncoding(request.headers["accept-encoding"], ["gzip"]) !== undefined;
