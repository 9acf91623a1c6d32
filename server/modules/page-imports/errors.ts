import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("page_imports", {
  off: [
    409,
    "Reading other sites is off on this installation. Save the page in your browser and upload the file.",
  ],
  unreadable: [422, "Couldn't read that page. Open it in your browser, save it as a file, and upload that."],
  unreadableFile: [
    422,
    "This file is not a saved page, an export of LinkStack or LinkBreeze, bookmarks or a CSV of links.",
    { code: "page_imports.unreadable" },
  ],
  empty: [
    422,
    "There are no links on that page. If they appear only after a moment, save the page in your browser and upload the file.",
  ],
  replaced: [409, "Another page was read meanwhile. Read this one again."],
  noSuchRow: [400, "The page has no such row. Read it again.", { field: "rows" }],
  tooLate: [409, "An import can be undone for a day. Delete its tiles one by one."],
});
