import { ErrorBody } from "../../contract/api/errors.ts";
import type { ResponseOf, Route } from "../../contract/api/route.ts";
import { ApiError, buildUrl, inOwnLanguage } from "./api.ts";

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
    { method: route.method, url: buildUrl(route, { query }), headers: inOwnLanguage(), body },
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

const LIMIT_WAIT_MS = 10_000;
const MAX_LIMIT_WAITS = 12;

type Waiting = {
  signal: AbortSignal;
  /** Called before each wait. */
  onWait: () => void;
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Sends again after ten seconds while the limit of uploads is reached, for two minutes at most. Throws other errors, or the signal's reason if cancelled. */
export async function sendWithinLimit<Response>(
  send: () => Promise<Response>,
  { signal, onWait, wait = pause }: Waiting,
): Promise<Response> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await send();
    } catch (error) {
      const isLimited = error instanceof ApiError && error.status === 429;
      if (!isLimited || waits === MAX_LIMIT_WAITS) throw error;
      onWait();
      await wait(LIMIT_WAIT_MS, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const cancel = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", cancel, { once: true });
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
