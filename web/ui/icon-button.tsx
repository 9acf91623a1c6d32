import type { ComponentPropsWithRef } from "react";
import { Button } from "./button.tsx";

/** A quiet button with an icon, named for screen readers and on hover. */
export function IconButton({ label, ...button }: ComponentPropsWithRef<"button"> & { label: string }) {
  return <Button variant="quiet" aria-label={label} title={label} className="size-11 px-0!" {...button} />;
}
