import { ErrorBody } from "../../contract/api/errors.ts";
import type { ResponseOf, Route } from "../../contract/api/route.ts";
import { ApiError, buildUrl } from "./api.ts";

type UploadOptions<R extends Route> = {
  /** A route with a multipart body. */
  route: R;
  file: File;
  query: Record<string, string>;
  signal: AbortSignal;
  onProgress: (progress: { sent: number; total: number }) => void;
  /** An XMLHttpRequest, because `fetch` does not report upload progress. */
  createRequest?: () => XMLHttpRequest;
};

/** Uploads a file and reports its progress. Throws `ApiError`; the signal's reason when cancelled. */
export function uploadFile<R extends Route>({
  route,
  file,
  query,
  signal,
  onProgress,
  createRequest = () => new XMLHttpRequest(),
}: UploadOptions<R>): Promise<ResponseOf<R>> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const request = createRequest();
  const uploaded = readResponse(request, route, signal);
  request.open(route.method, buildUrl(route, { query }));
  request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
  signal.addEventListener("abort", () => request.abort(), { once: true });
  const form = new FormData();
  form.append("file", file);
  request.send(form);
  return uploaded;
}

function readResponse<R extends Route>(
  request: XMLHttpRequest,
  route: R,
  signal: AbortSignal,
): Promise<ResponseOf<R>> {
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new ApiError(0, undefined));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const body = parseJson(request.responseText);
      const uploaded = route.responses[request.status]?.safeParse(body);
      if (uploaded?.success) resolve(uploaded.data as ResponseOf<R>);
      else reject(new ApiError(request.status, ErrorBody.safeParse(body).data));
    };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
