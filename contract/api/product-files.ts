import { z } from "zod";
import { boundedList, objectBody, withoutDirectionControls } from "../rules/fields.ts";
import { MAX_FILE_NAME, MAX_PRODUCT_FILES } from "../rules/file-limits.ts";
import { nameOf } from "../rules/meanings.ts";
import { machineText, rawText } from "../rules/text-fields.ts";
import { versionBy } from "../rules/versions.ts";
import { defineMessages } from "../texts.ts";
import { VersionNoteField } from "./product-versions.ts";
import { IdParams, route } from "./route.ts";

export const productFileMessages = defineMessages("product_files", {
  list: "Send the files as a list.",
  tooMany: "A product can have at most {max} files.",
  file: "Upload the file again.",
  name: "A file's name must be at most {max} characters.",
});

/** A file that the buyers of a product get, in the creator's order. */
export const ProductFile = z.object({
  id: z.number(),
  /** The `path` returned by its upload. */
  path: z.string(),
  /** The name that buyers see. */
  name: z.string(),
  /** In bytes. */
  size: z.number(),
});
export type ProductFile = z.infer<typeof ProductFile>;

const MAX_PATH = 64;

/** A file in the request of a product. With the id of an existing file of the product, it replaces the name and bytes of that file. */
const FileInput = z.object(
  {
    id: z.number({ error: productFileMessages.file }).int().positive().nullish(),
    path: machineText(MAX_PATH, productFileMessages.file),
    /** If empty, the name of the upload. */
    name: rawText("name", MAX_FILE_NAME, productFileMessages.name({ max: MAX_FILE_NAME }))
      .overwrite((name) => withoutDirectionControls(nameOf(name.replace(/\s+/gu, " "))))
      .nullish(),
  },
  { error: productFileMessages.file },
);
export type FileInput = z.output<typeof FileInput>;

export const ProductFilesField = boundedList(FileInput, MAX_PRODUCT_FILES, {
  type: productFileMessages.list,
  tooMany: productFileMessages.tooMany({ max: MAX_PRODUCT_FILES }),
});

const ProductFiles = z.object({ files: z.array(ProductFile) });
export type ProductFiles = z.infer<typeof ProductFiles>;
/** Computes the version of a product's files. */
export const productFilesVersion = versionBy(ProductFiles);

export const productFileRoutes = {
  list: route("GET", "/api/products/:id/files", "creator", {
    scopes: ["products:read"],
    summary: "Files of a product, in the creator's order",
    params: IdParams,
    responses: { 200: ProductFiles },
  }),
  save: route("PUT", "/api/products/:id/files", "creator", {
    scopes: ["products:write"],
    summary: "Replace the list of a product's files. Buyers keep what they bought",
    bodyLimit: 52 * 1024,
    params: IdParams,
    body: objectBody({ files: ProductFilesField, note: VersionNoteField.nullish() }),
    errors: { 409: ["changed"] },
    responses: { 200: ProductFiles },
  }),
};
