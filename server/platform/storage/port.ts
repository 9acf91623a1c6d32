import type { Readable } from "node:stream";

/** Bytes that have arrived in full and are not kept yet: a local file. */
export type TempFile = {
  readonly path: string;
  /** Removes it; nothing happens when it is gone or was kept. */
  discard(): Promise<void>;
};

/** First and last byte, both included. */
export type ByteRange = { readonly start: number; readonly end: number };

/** A kept file being read. `size` is that of the whole file, whatever the range. */
export type OpenedFile = { readonly stream: Readable; readonly size: number };

/** Where files are kept. Keys are ours: lower-case path-like names, never text from outside. */
export type Storage = {
  /** Takes bytes in. When their source fails, or they do not fit (507), nothing is left behind. */
  createTemp(source: AsyncIterable<Uint8Array>): Promise<TempFile>;
  /** Keeps a finished file under a key; once this returns it survives a power cut. */
  saveFile(key: string, temp: TempFile): Promise<void>;
  /** Opens a kept file for reading; null when there is none. The caller reads or destroys the stream. */
  openFile(key: string, range?: ByteRange): Promise<OpenedFile | null>;
  /** Removes a kept file; nothing happens when there is none. */
  deleteFile(key: string): Promise<void>;
  /** Deletes files that a killed process left while it received them, on this machine: when it starts, and in some hour thereafter. */
  deleteAbandonedTemps(): Promise<void>;
  /** Closes connections; files stay. */
  stop(): Promise<void>;
};
