import { fileRoutes, type StoredUpload } from "../../contract/api/files.ts";
import { ApiError, request } from "./api.ts";
import { send, type Transfer } from "./upload.ts";

/** Pauses between polls grow up to `LONGEST_POLL_MS`, because the copy of a large file takes long. */
const FIRST_POLL_MS = 1_000;
const LONGEST_POLL_MS = 5_000;
/** Failed polls in a row before it gives up. */
const MAX_FAILURES = 10;
/** Error codes of a server that wants to receive the file itself, which is not a failure. */
const NOT_DIRECT = new Set(["files.not_direct", "files.busy"]);

/** Thrown if a file must go through the server. */
export class DirectUploadError extends Error {
  override name = "DirectUploadError";
  /** True if a transfer was tried. */
  readonly wasTried: boolean;

  constructor(wasTried: boolean, cause: unknown) {
    super("not uploaded directly", { cause });
    this.wasTried = wasTried;
  }
}

/** Sends a file straight to the bucket. Throws `DirectUploadError` if it must go through the server, otherwise like `uploadFile`. */
export async function uploadDirectly({
  file,
  ...transfer
}: Transfer & { file: File }): Promise<StoredUpload> {
  const { signal } = transfer;
  const { id, url, headers } = await start(file);
  const cancel = () =>
    request(fileRoutes.cancelDirectUpload, { params: { id }, keepalive: true }).catch(() => undefined);
  const leave = () => void cancel();
  if (signal.aborted) leave();
  signal.addEventListener("abort", leave, { once: true });
  window.addEventListener("pagehide", leave);
  try {
    const { status } = await send({ method: "PUT", url, headers, body: file }, transfer);
    if (status < 200 || status > 299) throw new DirectUploadError(true, new ApiError(status, undefined));
    return await complete(id, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    // Cancel it, so that the file does not count twice when it is sent again.
    await cancel();
    const isUnanswered = error instanceof ApiError && error.status === 0;
    throw isUnanswered ? new DirectUploadError(true, error) : error;
  } finally {
    signal.removeEventListener("abort", leave);
    window.removeEventListener("pagehide", leave);
  }
}

/** Starts an upload. The signal does not abort this request, because a started upload must be cancelled on the server. */
async function start(file: File) {
  // JSON keeps unpaired surrogates, which the server rejects; a form replaces them.
  const name = new TextDecoder().decode(new TextEncoder().encode(file.name));
  try {
    return await request(fileRoutes.startDirectUpload, { body: { name, bytes: file.size } });
  } catch (error) {
    const { status = 0, body = undefined } = error instanceof ApiError ? error : {};
    const isDecided = status >= 400 && status < 500 && status !== 404 && !NOT_DIRECT.has(body?.code ?? "");
    if (isDecided || body?.code === "storage.full") throw error;
    throw new DirectUploadError(false, error);
  }
}

/** Polls until the bytes are checked, which takes seconds for each gigabyte. */
async function complete(id: string, signal: AbortSignal): Promise<StoredUpload> {
  let failures = 0;
  for (let pauseMs = FIRST_POLL_MS; ; pauseMs = Math.min(pauseMs * 1.2, LONGEST_POLL_MS)) {
    try {
      const response = await request(fileRoutes.completeDirectUpload, { params: { id }, signal });
      if ("path" in response) return response;
      failures = 0;
    } catch (error) {
      const { status = 0 } = error instanceof ApiError ? error : {};
      if (signal.aborted || status === 401 || status === 403) throw error;
      const isOver = status === 400 || status === 404 || status === 410;
      failures += 1;
      if (isOver || failures === MAX_FAILURES) throw new DirectUploadError(true, error);
    }
    await pause(pauseMs, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
