import type { Readable } from "node:stream";

/** A local file with a complete upload that is not saved yet. */
export type TempFile = {
  readonly path: string;
  /** Deletes it; does nothing when it is deleted or saved already. */
  discard(): Promise<void>;
};

/** The positions of the first and last byte, both inclusive. */
export type ByteRange = { readonly start: number; readonly end: number };

/** An opened file. `size` is that of the whole file, whatever the range. */
export type OpenedFile = { readonly stream: Readable; readonly size: number };

/** Files that clients send to the storage, past this process. */
export type DirectUploads = {
  /** The origin of the URLs. */
  readonly origin: string;
  /** Returns a URL at which anybody can store a file of exactly this size under a key, by a PUT with the headers that begins within that time. */
  sign(
    key: string,
    upload: { bytes: number; seconds: number },
  ): Promise<{ url: string; headers: Record<string, string> }>;
  /** Copies a file of this size within the storage, without the headers that its client gave it. */
  copy(file: { from: string; to: string; bytes: number }): Promise<void>;
};

/** The storage of files. Keys are generated lower-case paths, never user input. */
export type Storage = {
  /** Receives bytes into a temporary file, which is deleted when the source fails or the disk is full (507). */
  createTemp(source: AsyncIterable<Uint8Array>): Promise<TempFile>;
  /** Saves a complete file under a key; once this returns, the file survives a power cut. */
  saveFile(key: string, temp: TempFile): Promise<void>;
  /** Opens a file for reading, or null when there is none. The caller reads or destroys the stream. */
  openFile(key: string, range?: ByteRange): Promise<OpenedFile | null>;
  /** Returns a URL at which anybody can download a file for that long, with that type and disposition; only a bucket can. Does not look whether there is one. */
  signDownload?(
    key: string,
    download: { seconds: number; type: string; disposition: string },
  ): Promise<string>;
  /** Lets clients store files themselves; only a bucket can. */
  readonly directUploads?: DirectUploads;
  /** Returns where a file is on the disk; only a folder can. */
  pathOf?(key: string): string;
  /** Deletes a file; does nothing when there is none. */
  deleteFile(key: string): Promise<void>;
  /** Deletes temporary files of a killed process on this machine; runs at the start and every hour. */
  deleteAbandonedTemps(): Promise<void>;
  /** Closes connections; files stay. */
  stop(): Promise<void>;
};
