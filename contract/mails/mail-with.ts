import { z } from "zod";

/** Returns a function that describes an email by its name and fields. `links.main` is the button's link. `Link` is the type of a link at that stage. */
export function mailWith<Link extends z.ZodType>(link: Link) {
  const links = z.object({ main: link });
  return <const Name extends string, Fields extends z.core.$ZodLooseShape>(name: Name, fields: Fields) =>
    z.object({ mail: z.literal(name), ...fields, links });
}
