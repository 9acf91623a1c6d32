import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { UploadPurpose } from "../../contract/api/files.ts";
import { limits } from "../../contract/rules/limits.ts";
import { errorMessage } from "./api.ts";
import { type Sample, speedOf, withSample } from "./bytes.ts";
import { type Uploaded, uploadFile } from "./upload.ts";

export type UploadProgress = {
  fileName: string;
  sent: number;
  total: number;
  /** Bytes per second; null until it can be measured. */
  speed: number | null;
};

export type Upload = {
  /** The upload in progress; null without one. */
  progress: UploadProgress | null;
  error: string | null;
  start: (file: File) => void;
  cancel: () => void;
};

type Options = {
  purpose: UploadPurpose;
  /** Shown when the server sent no message. */
  failure: string;
  onDone: (uploaded: Uploaded, file: File) => void;
};

/** One upload at a time, with its progress. Leaving the screen cancels it; the form around it counts it as an unsaved change. */
export function useUpload({ purpose, failure, onDone }: Options): Upload {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  const { mutate, error, reset } = useMutation({
    mutationFn: ({ file, signal }: { file: File; signal: AbortSignal }) => {
      let samples: Sample[] = [];
      setProgress({ fileName: file.name, sent: 0, total: file.size, speed: null });
      return uploadFile({
        file,
        purpose,
        signal,
        onProgress: ({ sent, total }) => {
          samples = withSample(samples, { at: performance.now(), bytes: sent });
          if (!signal.aborted) setProgress({ fileName: file.name, sent, total, speed: speedOf(samples) });
        },
      });
    },
    onSuccess: (uploaded, { file, signal }) => {
      if (!signal.aborted) onDone(uploaded, file);
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
  const [tooLarge, setTooLarge] = useState(false);
  const start = (file: File) => {
    cancel();
    const isTooLarge = purpose === "image" && file.size > limits.imageBytes;
    setTooLarge(isTooLarge);
    if (isTooLarge) return;
    controller.current = new AbortController();
    mutate({ file, signal: controller.current.signal });
  };

  useEffect(() => () => controller.current?.abort(), []);
  const message = tooLarge ? TOO_LARGE : error ? errorMessage(error, failure) : null;
  return { progress, error: message, start, cancel };
}

const TOO_LARGE = `Images can be up to ${limits.imageBytes / 1024 / 1024} MB.`;
