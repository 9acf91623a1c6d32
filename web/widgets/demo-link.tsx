import { type ComponentProps, createContext, use } from "react";
import { paths } from "../../contract/rules/paths.ts";
import { Button } from "../ui/button.tsx";

/** Returns whether this installation has a demo creator. */
export const HasDemo = createContext(true);

type DemoLinkProps = Pick<ComponentProps<typeof Button>, "children" | "size" | "variant">;

/** Links the demo page, if it exists. */
export function DemoLink(props: DemoLinkProps) {
  return use(HasDemo) ? <Button href={paths.demo()} {...props} /> : null;
}
