import { paths } from "../../../contract/rules/paths.ts";
import { rich } from "../../lib/rich.ts";
import { Button, type ButtonVariant } from "../../ui/button.tsx";

type BackToCreatorProps = { handle: string; variant?: ButtonVariant; className?: string };

/** A link to the seller's page. A handle can be wider than a phone, so it wraps. */
export function BackToCreator({ handle, variant = "quiet", className = "" }: BackToCreatorProps) {
  return (
    <Button
      href={paths.creator(handle)}
      variant={variant}
      className={`max-w-full py-2 text-center wrap-anywhere whitespace-normal! ${className}`}
    >
      <span>{rich("Back to {creator}", { creator: <bdi>@{handle}</bdi> })}</span>
    </Button>
  );
}
