import { productMessages } from "../../../contract/products.ts";
import { fieldError, notFound } from "../../platform/http/app-error.ts";

export const productMissing = () => notFound("Product");
/** The path is not an upload of this creator; the error does not reveal whether another creator has it. */
export const fileNotUsable = () =>
  fieldError(400, "products.file_not_usable", "digitalFilePath", productMessages.file);
