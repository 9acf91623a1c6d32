import { AppError, notFound } from "../../platform/http/app-error.ts";
import { sizeText } from "./rules.ts";

export const fileNotFound = () => notFound("File");
export const notMultipart = () =>
  new AppError(415, "files.not_multipart", "Send the file as multipart/form-data.");
export const noFile = () => new AppError(400, "files.none", "Choose a file to upload.");
export const wrongField = () =>
  new AppError(400, "files.wrong_field", "Send one file, in the field `file`, and nothing else.");
export const brokenUpload = (cause: unknown) =>
  new AppError(400, "files.broken_upload", "The upload did not arrive in full. Please try again.", { cause });
export const emptyFile = () => new AppError(400, "files.empty", "The file is empty.");
export const tooLarge = (what: "file" | "image", limit: number) =>
  new AppError(413, "files.too_large", `The ${what} is larger than ${sizeText(limit)}.`);
export const quotaReached = (quota: number) =>
  new AppError(
    413,
    "files.quota",
    `There is no room for this file: all your files together may take ${sizeText(quota)}.`,
  );
export const unverifiedQuotaReached = (quota: number) =>
  new AppError(
    413,
    "files.quota",
    `There is no room for this file: until your email is verified, all your files together may take ${sizeText(quota)}.`,
  );
export const unverifiedUploadsReached = () =>
  new AppError(
    413,
    "files.quota",
    "There is no room for this file until your email is verified: much was uploaded from your network today.",
  );
export const notAnImage = () =>
  new AppError(415, "files.not_an_image", "Choose a PNG, JPEG, WebP, GIF or AVIF image.");
export const damagedImage = (cause: unknown) =>
  new AppError(400, "files.damaged_image", "The image is damaged and cannot be read.", { cause });
export const tooManyPixels = (limit: number) =>
  new AppError(
    413,
    "files.too_many_pixels",
    `The image has more than ${Math.floor(limit / 1_000_000)} million pixels. Please make it smaller first.`,
  );
export const tooManyFrames = (limit: number) =>
  new AppError(413, "files.too_many_frames", `The animation has more than ${limit} pictures.`);
export const ownerNotFound = () => notFound("Creator");
export const rangeOutside = () => new AppError(416, "files.range", "Requested range not satisfiable.");
