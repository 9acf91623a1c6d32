import { LRUCache } from "lru-cache";
import { renderSVG } from "uqr";
import { isHttpUrl } from "../../../contract/rules/url-fields.ts";
import type { Hosts } from "../../platform/http/hosts.ts";
import { errors } from "./errors.ts";

const SERVICE_MS = 4_000;
const MAX_IMAGE_BYTES = 256 * 1024;
/** The maximum length of a URL with its escapes. Rendering a code of this length takes about 10 ms. */
const MAX_ENCODED = 1_000;
const CACHE_BYTES = 8 * 1024 * 1024;

type Query = { data: string; size: string };
type Image = { type: string; bytes: Buffer };

/** Caches recent codes, because rendering one blocks the main thread for milliseconds. */
export function createQrCodes(options: {
  publicUrl: string;
  hosts: Pick<Hosts, "find">;
  serviceUrl: string | undefined;
}) {
  const { publicUrl, hosts, serviceUrl } = options;
  const main = new URL(publicUrl).origin;
  const isOwn = ({ origin, hostname }: URL) => origin === main || hosts.find(hostname)?.origin === origin;
  const rendered = new LRUCache<string, string>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (svg) => svg.length,
  });
  const fetched = new LRUCache<string, Image>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ bytes }) => bytes.length + 1,
  });

  /** Returns an SVG, or the image of the service. Throws 400 for a URL of another site. */
  return async function getQrCode(query: Query, log: QrLog): Promise<Image> {
    const { size } = query;
    if (!isHttpUrl(query.data) || !isOwn(new URL(query.data))) {
      throw errors.foreignUrl();
    }
    // Escape characters that are invalid in a URL, because not all programs that read codes do.
    const data = new URL(query.data).href;
    if (data.length > MAX_ENCODED) throw errors.qrTooLong();
    if (serviceUrl) {
      const key = `${size} ${data}`;
      const image = fetched.get(key) ?? (await fetchQr(serviceUrl, { data, size }, log));
      if (image) {
        fetched.set(key, image);
        return image;
      }
    }
    const svg = rendered.get(data) ?? renderSVG(data, { ecc: "M", border: 2 });
    rendered.set(data, svg);
    const [width, height] = size.split("x");
    const sized = svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
    return { type: "image/svg+xml", bytes: Buffer.from(sized) };
  };
}

type QrLog = { warn: (details: object, text: string) => void };

/**
 * Fetches the code from another service, so that visitors send that service no request. Returns undefined after a
 * failure, so that the code is rendered here.
 */
async function fetchQr(service: string, query: Query, log: QrLog): Promise<Image | undefined> {
  const address = new URL(service);
  address.searchParams.set("size", query.size);
  address.searchParams.set("data", query.data);
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(SERVICE_MS), redirect: "error" });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || !response.body || !type.startsWith("image/"))
      throw new Error(`response with status ${response.status} and type ${type}`);
    return { type, bytes: await readUpTo(response.body, MAX_IMAGE_BYTES) };
  } catch (error) {
    log.warn({ err: error }, "QR service failed; using the built-in renderer");
    return undefined;
  }
}

/** Reads a body up to a maximum size. Throws above it, which closes the connection. */
async function readUpTo(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the image is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
