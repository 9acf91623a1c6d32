import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../../config/config.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { attachment, typeOfDownload } from "./rules.ts";

export type HandOverDeps = {
  storage: Storage;
  settings: Pick<Settings, "signedDownloadSeconds" | "filesByProxy">;
};

/** A bucket or proxy that sends the bytes of an allowed and counted download. */
export type HandOver = {
  send(reply: FastifyReply, file: { key: string; name: string }): Promise<FastifyReply>;
  /** True if the bucket or proxy has its own ETags, so that it must evaluate `If-Range`. */
  hasOwnEtag: boolean;
};

/** Returns the sender that replaces this process for a download, or undefined. */
export function findHandOver(
  { storage, settings }: HandOverDeps,
  request: FastifyRequest,
): HandOver | undefined {
  const { signedDownloadSeconds: seconds, filesByProxy } = settings;
  const { signDownload, pathOf } = storage;
  // A bucket's signature is valid for one method.
  if (signDownload && seconds > 0 && request.method === "GET") {
    return {
      hasOwnEtag: true,
      async send(reply, { key, name }) {
        const url = await signDownload(key, {
          seconds,
          type: typeOfDownload(name),
          disposition: attachment(name),
        });
        return reply.code(302).header("Location", url).send("");
      },
    };
  }
  if (pathOf && filesByProxy && isFromProxy(request)) {
    return {
      hasOwnEtag: false,
      async send(reply, { key }) {
        // The proxy sets this header and the length itself.
        reply.removeHeader("Accept-Ranges");
        return reply.headers(proxyHeader(filesByProxy, key, pathOf)).send("");
      },
    };
  }
  return undefined;
}

/** Returns whether a request came through a proxy. Other clients do not understand the header and would get an empty file. */
const isFromProxy = (request: FastifyRequest) => (request.ips?.length ?? 0) > 1;

/** Returns the header that names the file to the proxy. Keys need no escaping in it. */
function proxyHeader(filesByProxy: string, key: string, pathOf: (key: string) => string) {
  return filesByProxy === "x-sendfile"
    ? { "X-Sendfile": pathOf(key) }
    : { "X-Accel-Redirect": `${filesByProxy}/${key}` };
}
