import { paths } from "../../../contract/rules/paths.ts";
import type { EmailLinks } from "../../platform/mail/port.ts";
import type { OrderTokens } from "./tokens.ts";

/** Resolves links to a buyer's order and download. */
export const createEmailLinks = (tokens: OrderTokens): EmailLinks => ({
  order: { path: ({ seed }) => paths.order(tokens.order(seed)) },
  download: { path: ({ seed, generation }) => paths.download(tokens.download(seed, generation)) },
});
