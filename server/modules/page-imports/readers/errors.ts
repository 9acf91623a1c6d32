import { MAX_READERS } from "../../../../contract/api/reader-imports.ts";
import { defineErrors } from "../../../platform/http/app-error.ts";

export const errors = defineErrors("reader_imports", {
  unreadable: [
    422,
    "This file is not a list of readers of Ghost, Substack, Mailchimp or Buttondown. Choose the CSV as it was exported there.",
  ],
  empty: [422, "There are no readers in this file."],
  tooMany: [
    422,
    `A file can have up to ${MAX_READERS} readers. Split it, and keep the first line in each part.`,
  ],
  left: [
    422,
    "Mailchimp lists people here who unsubscribed, never subscribed or cannot be reached. Choose the file of subscribed contacts.",
  ],
  gone: [404, "This file was replaced by another one, or is older than a day. Choose it again."],
});
