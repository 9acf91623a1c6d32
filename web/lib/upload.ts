import type { z } from "zod";
import { ErrorBody } from "../../contract/api/errors.ts";
import { fileRoutes, type UploadPurpose } from "../../contract/api/files.ts";
import { ApiError, buildUrl } from "./api.ts";

const responses = fileRoutes.upload.responses;
export type Uploaded = z.output<(typeof responses)[201]>;

type UploadOptions = {
  file: File;
  purpose: UploadPurpose;
  signal: AbortSignal;
  onProgress: (progress: { sent: number; total: number }) => void;
  /** An XMLHttpRequest, because `fetch` does not report upload progress. */
  createRequest?: () => XMLHttpRequest;
};

/** Uploads a file and reports its progress. Throws `ApiError`; the signal's reason when cancelled. */
export function uploadFile({
  file,
  purpose,
  signal,
  onProgress,
  createRequest = () => new XMLHttpRequest(),
}: UploadOptions): Promise<Uploaded> {
  if (signal.aborted) return Promise.reject(signal.reason);
  const request = createRequest();
  const uploaded = readResponse(request, signal);
  request.open(fileRoutes.upload.method, buildUrl(fileRoutes.upload, { query: { purpose } }));
  request.upload.onprogress = ({ loaded, total }) => onProgress({ sent: loaded, total });
  signal.addEventListener("abort", () => request.abort(), { once: true });
  const form = new FormData();
  form.append("file", file);
  request.send(form);
  return uploaded;
}

function readResponse(request: XMLHttpRequest, signal: AbortSignal): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new ApiError(0, undefined));
    request.onabort = () => reject(signal.reason);
    request.onload = () => {
      const body = parseJson(request.responseText);
      const uploaded = responses[201].safeParse(body);
      if (request.status === 201 && uploaded.success) resolve(uploaded.data);
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
