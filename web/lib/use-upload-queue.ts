import { useEffect, useRef, useState } from "react";
import type { Upload } from "./use-upload.ts";

export type UploadQueue = {
  upload: Upload;
  /** The number of files after the one in progress. */
  waiting: number;
  /** The number of picked files for which there was no room. */
  leftOut: number;
  /** Uploads the first `room` files, and cancels those of an earlier choice. */
  pick: (files: readonly File[], room: number) => void;
};

/** Uploads several files one after the other. After a failure the others are not sent. */
export function useUploadQueue(upload: Upload): UploadQueue {
  const [waiting, setWaiting] = useState<readonly File[]>([]);
  const [leftOut, setLeftOut] = useState(0);
  const { progress, error, start } = upload;
  const isRunning = progress !== null;
  const isStarting = useRef(false);
  useEffect(() => {
    if (isRunning) isStarting.current = false;
    if (error !== null) {
      isStarting.current = false;
      setWaiting((files) => (files.length > 0 ? [] : files));
    }
    const [next, ...others] = waiting;
    if (isRunning || isStarting.current || error !== null || !next) return;
    isStarting.current = true;
    setWaiting(others);
    start(next);
  });
  const cancel = () => {
    isStarting.current = false;
    setWaiting([]);
    upload.cancel();
  };
  return {
    upload: { ...upload, cancel },
    waiting: waiting.length,
    leftOut,
    pick(files, room) {
      cancel();
      setLeftOut(Math.max(0, files.length - room));
      setWaiting(files.slice(0, room));
    },
  };
}
