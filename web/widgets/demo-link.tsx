import type { ComponentProps } from "react";
import { paths } from "../../contract/rules/paths.ts";
import { useSite } from "../lib/site-context.ts";
import { Button } from "../ui/button.tsx";

type DemoLinkProps = Pick<ComponentProps<typeof Button>, "children" | "size" | "variant">;

/** Links the demo page, if it exists. */
export function DemoLink(props: DemoLinkProps) {
  return useSite().hasDemo ? <Button href={paths.demo()} {...props} /> : null;
}
