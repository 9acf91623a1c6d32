import { renderSVG } from "uqr";
import { isHttpUrl } from "../../../contract/fields.ts";
import { AppError } from "../../platform/http/app-error.ts";

/** What the largest code holds when a seventh of it may be damaged. */
const MAX_BYTES = 2_331;
const SERVICE_MS = 4_000;

/** The code as another service draws it, fetched here so that no visitor is known to that service; undefined when it does not, and ours will do. */
export async function fetchQr(
  service: string,
  query: { data: string; size: string },
  log: { warn: (details: object, text: string) => void },
): Promise<{ type: string; bytes: Buffer } | undefined> {
  const address = new URL(service);
  address.searchParams.set("size", query.size);
  address.searchParams.set("data", query.data);
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(SERVICE_MS) });
    const type = answer.headers.get("content-type") ?? "";
    if (!answer.ok || !type.startsWith("image/")) throw new Error(`answered ${answer.status} ${type}`);
    return { type, bytes: Buffer.from(await answer.arrayBuffer()) };
  } catch (error) {
    log.warn({ err: error }, "the QR service did not draw a code; ours is shown");
    return undefined;
  }
}

/** A QR code of an address of this site, as SVG of `size` (width x height in pixels). Throws 400 for any other address, and for one that is too long. */
export function drawQr(input: { data: string; size: string; publicUrl: string }): string {
  if (!isHttpUrl(input.data) || new URL(input.data).origin !== new URL(input.publicUrl).origin) {
    throw new AppError(400, "storefront.foreign_address", "Only addresses of this site are drawn.");
  }
  if (Buffer.byteLength(input.data) > MAX_BYTES) {
    throw new AppError(400, "storefront.address_too_long", "This address is too long for a QR code.");
  }
  const [width, height] = input.size.split("x");
  const svg = renderSVG(input.data, { ecc: "M", border: 2 });
  return svg.replace("<svg ", `<svg width="${width}" height="${height}" `);
}
