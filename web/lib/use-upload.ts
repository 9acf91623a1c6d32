import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { fileRoutes, type UploadPurpose } from "../../contract/api/files.ts";
import type { ResponseOf, Route } from "../../contract/api/route.ts";
import { limits } from "../../contract/rules/limits.ts";
import { t } from "../../contract/texts.ts";
import { errorMessage } from "./api.ts";
import { type Sample, speedOf, withSample } from "./bytes.ts";
import { configQuery } from "./config.ts";
import { DirectUploadError, uploadDirectly } from "./direct-upload.ts";
import { sendWithinLimit, type Transfer, uploadFile } from "./upload.ts";

export type UploadProgress = {
  fileName: string;
  sent: number;
  total: number;
  /** Bytes per second, or null until measured. */
  speed: number | null;
  /** A remark about an unusual upload. */
  notice?: string | undefined;
};

export type Upload = {
  /** The upload in progress, or null. */
  progress: UploadProgress | null;
  error: string | null;
  /** A remark about the last upload, or null. */
  remark: string | null;
  start: (file: File) => void;
  cancel: () => void;
};

type Options<R extends Route> = {
  route: R;
  query: Record<string, string>;
  /** Returns why a file cannot be sent, or null. */
  reject?: (file: File) => string | null;
  /** Called before the file is sent. If it resolves to false, nothing is sent. */
  prepare?: () => Promise<boolean>;
  /** Sends the file in another way than by the route. */
  send?: (upload: Sending) => Promise<ResponseOf<R>>;
  /** Shown without a message from the server. */
  failure: string;
  /** A remark about the stored file. */
  remarkOn?: (response: ResponseOf<R>) => string | null;
  onDone: (response: ResponseOf<R>, file: File) => void;
};

type Sending = Transfer & {
  file: File;
  /** Shows a remark while the file is sent again. */
  onNotice: (notice: string) => void;
};

/** A single upload at a time, with its progress. Leaving the screen cancels it. The form counts it as an unsaved change. */
export function useRouteUpload<R extends Route>({
  route,
  query,
  reject = () => null,
  prepare,
  send = ({ onNotice: _, ...upload }) => uploadFile({ route, query, ...upload }),
  failure,
  remarkOn = () => null,
  onDone,
}: Options<R>): Upload {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  const { mutate, data, error, reset } = useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }) => {
      if (prepare && !(await prepare())) return undefined;
      let samples: Sample[] = [];
      let notice: string | undefined;
      const show = (progress: Omit<UploadProgress, "fileName" | "notice">) => {
        if (!signal.aborted) setProgress({ fileName: file.name, notice, ...progress });
      };
      const showStart = () => show({ sent: 0, total: file.size, speed: null });
      showStart();
      return send({
        file,
        signal,
        onProgress: ({ sent, total }) => {
          samples = withSample(samples, { at: performance.now(), bytes: sent });
          show({ sent, total, speed: speedOf(samples) });
        },
        onNotice: (text) => {
          notice = text;
          samples = [];
          showStart();
        },
      });
    },
    onSuccess: (response, { file, signal }) => {
      if (response !== undefined && !signal.aborted) onDone(response, file);
    },
    onSettled: (_response, _error, { signal }) => {
      if (controller.current?.signal === signal) setProgress(null);
    },
  });

  const cancel = () => {
    controller.current?.abort();
    controller.current = null;
    setProgress(null);
    reset();
  };
  const [rejection, setRejection] = useState<string | null>(null);
  const start = (file: File) => {
    cancel();
    const reason = reject(file);
    setRejection(reason);
    if (reason !== null) return;
    controller.current = new AbortController();
    mutate({ file, signal: controller.current.signal });
  };

  useEffect(() => () => controller.current?.abort(), []);
  const message = rejection ?? (error ? errorMessage(error, failure) : null);
  return { progress, error: message, remark: data === undefined ? null : remarkOn(data), start, cancel };
}

const TOO_LARGE = t("Images can be up to {size} MB.", { size: limits.imageBytes / 1024 / 1024 });
const FIRST_PICTURE = t("Moving images are not supported: the first picture of it is shown.");
const LIMITED = t("Many files in a short time. This one is sent in a few seconds.");
const SENT_AGAIN = t("Couldn't reach the file storage. The file is being sent through this site instead.");

type UploadOptions = Pick<Options<typeof fileRoutes.upload>, "onDone"> & {
  purpose: UploadPurpose;
  failure?: string;
};

/** Uploads an image or a product file. */
export function useUpload({ purpose, ...options }: UploadOptions): Upload {
  const queryClient = useQueryClient();
  const query = { purpose };
  return useRouteUpload({
    failure: purpose === "image" ? t("Image upload failed") : t("File upload failed"),
    ...options,
    route: fileRoutes.upload,
    query,
    remarkOn: ({ first_picture_only }) => (first_picture_only ? FIRST_PICTURE : null),
    reject: ({ size }) => (purpose === "image" && size > limits.imageBytes ? TOO_LARGE : null),
    send: ({ onNotice, ...upload }) => {
      const send = async () => {
        if (purpose === "digital" && (await isSentDirectly(queryClient, upload.file))) {
          try {
            return await uploadDirectly(upload);
          } catch (error) {
            if (!(error instanceof DirectUploadError)) throw error;
            if (error.wasTried) onNotice(SENT_AGAIN);
          }
        }
        return uploadFile({ route: fileRoutes.upload, query, ...upload });
      };
      return sendWithinLimit(send, { signal: upload.signal, onWait: () => onNotice(LIMITED) });
    },
  });
}

/** An upload for a form field, which clears the field's error. */
export function useFieldUpload<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "clearErrors">,
  name: FieldPath<Values>,
  options: UploadOptions,
): Upload {
  const upload = useUpload(options);
  const isRunning = upload.progress !== null;
  const { clearErrors } = form;
  useEffect(() => {
    if (!isRunning) clearErrors(name);
  }, [isRunning, clearErrors, name]);
  return upload;
}

async function isSentDirectly(queryClient: QueryClient, { size }: File): Promise<boolean> {
  const config = await queryClient.ensureQueryData(configQuery).catch(() => null);
  const from = config?.directUploadBytes ?? null;
  return from !== null && size >= from;
}
