import { randomBytes } from "node:crypto";
import { MAX_FILE_NAME } from "../../../contract/rules/file-limits.ts";
import type { ByteRange } from "../../platform/storage/port.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const ID = /^[a-z2-7]{32}$/;
const MAX_EXTENSION = 20;

/** Returns 160 random bits in base 32 (RFC 4648, lower case). */
export function newFileId(random: (size: number) => Uint8Array = randomBytes): string {
  const bits = [...random(20)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{5}/g, (five) => ALPHABET.charAt(Number.parseInt(five, 2)));
}

export const isFileId = (value: string): boolean => ID.test(value);

/** Returns the name of a file for pages and downloads: one line without folders, control or reordering characters. */
export function cleanFileName(rawName: string | undefined): string {
  const name = (rawName ?? "")
    .toWellFormed()
    .split(/[\\/]/)
    .at(-1)
    // Cc: control characters; Zl, Zp: line breaks. The rest reorders text or is invisible, which can make "exe" look like "pdf".
    ?.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu, "")
    .trim();
  if (!name || /^\.+$/.test(name)) return "file";
  return shorten(name);
}

function shorten(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_FILE_NAME) return name;
  const dot = letters.lastIndexOf(".");
  const extension = dot > 0 && letters.length - dot <= MAX_EXTENSION ? letters.slice(dot) : [];
  return [...letters.slice(0, MAX_FILE_NAME - extension.length), ...extension].join("");
}

/** Returns a name for a file with the extension of its upload, by which a system opens it. */
export function withExtensionOf(uploadName: string, name: string): string {
  const [extension = ""] = /\.[a-z0-9]{1,8}$/i.exec(uploadName) ?? [];
  return name.toLowerCase().endsWith(extension.toLowerCase()) ? name : `${name}${extension}`;
}

/** Formats the `Content-Disposition` of a download as in RFC 6266, with an ASCII name for old clients and the full name. */
export function attachment(fileName: string): string {
  const name = cleanFileName(fileName);
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .replace(/[^\x20-\x7e]|["\\%;/]/gu, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain || "file"}"; filename*=UTF-8''${encoded}`;
}

/** File types by extension whose content browsers do not run. */
const HARMLESS_TYPES = new Map([
  ["pdf", "application/pdf"],
  ["epub", "application/epub+zip"],
  ["zip", "application/zip"],
  ["mp3", "audio/mpeg"],
  ["m4a", "audio/mp4"],
  ["wav", "audio/wav"],
  ["flac", "audio/flac"],
  ["mp4", "video/mp4"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["png", "image/png"],
]);

/** Returns the `Content-Type` of a download by its name, because some file managers look only at the type. */
export function typeOfDownload(fileName: string): string {
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  return HARMLESS_TYPES.get(extension) ?? "application/octet-stream";
}

/**
 * Parses a `Range` header with one range.
 * Returns `"unsatisfiable"` when it lies outside the file, and null for the whole file: no header, an invalid one, or several ranges.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}

/** Formats a number of bytes for error texts in the largest fitting unit. */
export function sizeText(bytes: number): string {
  if (bytes >= 1024 ** 2) return `${Math.floor((bytes / 1024 ** 2) * 10) / 10} MB`;
  return bytes >= 1024 ? `${Math.floor(bytes / 1024)} KB` : `${bytes} bytes`;
}
