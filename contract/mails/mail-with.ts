import { z } from "zod";
import { readerLanguage } from "./reader-language.ts";

/** Returns a function that creates the schema of an email from its name and fields. `links.main` is the button's link, with the schema `link`. */
export function mailWith<Link extends z.ZodType>(link: Link) {
  const links = z.object({ main: link });
  return <const Name extends string, Fields extends z.core.$ZodLooseShape>(name: Name, fields: Fields) =>
    z.object({ mail: z.literal(name), ...readerLanguage, ...fields, links });
}
