import { ErrorBody } from "../../contract/api/errors.ts";
import type { ResponseOf, Route } from "../../contract/api/route.ts";
import { ApiError, buildUrl } from "./api.ts";

export type Transfer = {
  signal: AbortSignal;
  onProgress: (progress: { sent: number; total: number }) => void;
  /** XMLHttpRequest, because `fetch` does not report upload progress. */
  createRequest?: (() => XMLHttpRequest) | undefined;
};
type UploadOptions<R extends Route> = Transfer & {
  /** A route with a multipart body. */
  route: R;
  file: File;
  query: Record<string, string>;
};

/** Uploads a file and reports its progress. Throws `ApiError`, or the signal's reason if cancelled. */
export async function uploadFile<R extends Route>({
  route,
  file,
  query,
  ...transfer
}: UploadOptions<R>): Promise<ResponseOf<R>> {
  const body = new FormData();
  body.append("file", file);
  const { status, text } = await send(
    { method: route.method, url: buildUrl(route, { query }), body },
    transfer,
  );
  const json = parseJson(text);
  const uploaded = route.responses[status]?.safeParse(json);
  if (uploaded?.success) return uploaded.data as ResponseOf<R>;
  throw new ApiError(status, ErrorBody.safeParse(json).data);
}

type Sending = { method: string; url: string; headers?: Record<string, string>; body: File | FormData };

/** Sends a body and reports its progress. Throws `ApiError` without a response, or the signal's reason if cancelled. */
export function send(
  { method, url, headers = {}, body }: Sending,
  { signal, onProgress, createRequest = () => new XMLHttpRequest() }: Transfer,
): Promise<{ status: number; text: string }> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const request = createRequest();
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new ApiError(0, undefined));
    request.onabort = () => reject(signal.reason);
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
