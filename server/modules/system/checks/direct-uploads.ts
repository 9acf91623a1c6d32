import { defineMessages } from "../../../../contract/texts.ts";
import { type Check, fault, ok } from "../check.ts";

const WAIT_MS = 6_000;

const messages = defineMessages("check_direct_uploads", {
  name: "Direct uploads",
  advice: "Check that the endpoint of STORAGE_URL is one that browsers reach, or set DIRECT_UPLOAD_MB=0.",
  accepted: "the bucket accepts them from pages of {url}",
  rejected:
    "the CORS rules of the bucket at {origin} do not allow PUT with {headers} from {url} (status {status}), so that files go through Tessera after a failed attempt",
  rejectedAdvice: "Set the rules of docs/storage.md for the bucket, or DIRECT_UPLOAD_MB=0.",
});

/**
 * Sends the bucket a preflight request, as creators' browsers do. The bucket answers by its CORS rules. The
 * request needs no permission and stores nothing.
 */
export const directUploadsCheck: Check = {
  id: "direct_uploads",
  name: messages.name,
  advice: messages.advice,
  async run({ settings: { publicUrl, directUploadBytes }, openStorage }) {
    const bucket = directUploadBytes > 0 ? (await openStorage()).directUploads : undefined;
    if (!bucket) return [];
    const { url, headers } = await bucket.sign("checks/direct-upload", { bytes: 1, seconds: 60 });
    const requestedHeaders = Object.keys(headers).map((name) => name.toLowerCase());
    const response = await fetch(url, {
      method: "OPTIONS",
      headers: {
        Origin: publicUrl,
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": requestedHeaders.join(","),
      },
      signal: AbortSignal.timeout(WAIT_MS),
    });
    await response.body?.cancel();
    const { status, ok: isOk } = response;
    const lists = (name: string, value: string) => {
      const listed = (response.headers.get(name) ?? "").split(",").map((one) => one.trim().toLowerCase());
      return listed.includes("*") || listed.includes(value.toLowerCase());
    };
    const isAllowed =
      isOk &&
      lists("access-control-allow-origin", publicUrl) &&
      lists("access-control-allow-methods", "PUT") &&
      requestedHeaders.every((name) => lists("access-control-allow-headers", name));
    if (isAllowed) return [ok({ seen: messages.accepted({ url: publicUrl }) })];
    const seen = messages.rejected({
      origin: bucket.origin,
      headers: requestedHeaders.join(", "),
      url: publicUrl,
      status,
    });
    return [fault({ seen, advice: messages.rejectedAdvice })];
  },
};
