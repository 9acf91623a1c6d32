import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("files", {
  notMultipart: [415, "Send the file as multipart/form-data."],
  none: [400, "Choose a file to upload."],
  wrongField: [400, "Send one file, in the field `file`, and nothing else."],
  brokenUpload: [400, "The upload did not arrive in full. Please try again."],
  empty: [400, "The file is empty."],
  tooLarge: [413, "The {noun} is larger than {size}."],
  quota: [413, "There is no room for this file: all your files together may take {size}."],
  unverifiedQuota: [
    413,
    "There is no room for this file: until your email is verified, all your files together may take {size}.",
    { code: "files.quota" },
  ],
  unverifiedUploads: [
    413,
    "There is no room for this file until your email is verified: much was uploaded from your network today.",
    { code: "files.quota" },
  ],
  notDirect: [409, "Send this file to the upload of this site."],
  directUploadOver: [410, "The upload took too long, or was cancelled. Please try again."],
  notAnImage: [415, "Choose a PNG, JPEG, WebP, GIF or AVIF image."],
  damagedImage: [400, "The image is damaged and cannot be read."],
  tooManyPixels: [413, "The image has more than {count} million pixels. Please make it smaller first."],
  tooManyFrames: [413, "The animation has more than {count} pictures."],
  range: [416, "Requested range not satisfiable."],
  imagesBusy: [503, "Too many images are being made right now. Please try again.", { retryAfter: 5 }],
  busy: [
    429,
    "Only {count} files can be uploaded at once. Please wait until one has arrived.",
    { retryAfter: 5 },
  ],
});
