import type { Readable } from "node:stream";

/** A local file with a complete upload that is not saved yet. */
export type TempFile = {
  readonly path: string;
  /** Deletes it. Does nothing when it is deleted or saved already. */
  discard(): Promise<void>;
};

/** The positions of the first and last byte, both inclusive. */
export type ByteRange = { readonly start: number; readonly end: number };

/** An opened file. `size` is the size of the whole file even for a range. */
export type OpenedFile = { readonly stream: Readable; readonly size: number };

/** Uploads that clients send to the storage directly. */
export type DirectUploads = {
  /** The origin of the URLs. */
  readonly origin: string;
  /** Returns the URL and headers of a PUT that stores a file of exactly this size under the key, if it begins within `seconds`. */
  sign(
    key: string,
    upload: { bytes: number; seconds: number },
  ): Promise<{ url: string; headers: Record<string, string> }>;
  /** Copies a file of this size within the storage. The copy has none of the headers that the client set. */
  copy(file: { from: string; to: string; bytes: number }): Promise<void>;
};

/** The storage of files. Keys are generated lower-case paths, never user input. */
export type Storage = {
  /** Receives bytes into a temporary file, which is deleted when the source fails or the disk is full (507). */
  createTemp(source: AsyncIterable<Uint8Array>): Promise<TempFile>;
  /** Saves a complete file under a key. Once this returns, the file survives a power cut. */
  saveFile(key: string, temp: TempFile): Promise<void>;
  /** Opens a file for reading, or null when there is none. The caller reads or destroys the stream. */
  openFile(key: string, range?: ByteRange): Promise<OpenedFile | null>;
  /** Returns a URL at which anybody can download a file for `seconds`, with this type and disposition. Does not check that the file exists. Only buckets have this function. */
  signDownload?(
    key: string,
    download: { seconds: number; type: string; disposition: string },
  ): Promise<string>;
  /** Lets clients store files themselves. Only buckets support this. */
  readonly directUploads?: DirectUploads;
  /** Returns the path of a file on the disk. Only folders have this function. */
  pathOf?(key: string): string;
  /** Deletes a file. Does nothing when there is none. */
  deleteFile(key: string): Promise<void>;
  /** Deletes temporary files of a killed process on this machine. Runs at the start and every hour. */
  deleteAbandonedTemps(): Promise<void>;
  /** Closes connections. Files stay. */
  stop(): Promise<void>;
};
