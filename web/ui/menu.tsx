import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ComponentProps, ReactNode } from "react";

type MenuProps = {
  /** Names the button for screen readers: "Actions for Vera". */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClassName?: string;
  children: ReactNode;
};

/** A button that opens a list of actions: arrow keys and first letters move in it, Escape closes it, it follows its button while the page scrolls. */
export function Menu({ label, trigger, triggerClassName, children }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger
        aria-label={label}
        className={
          triggerClassName ??
          "inline-grid size-11 place-items-center rounded-control text-muted hover:bg-tint hover:text-ink"
        }
      >
        {trigger}
      </BaseMenu.Trigger>
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="end" sideOffset={4} collisionPadding={12} className="z-30">
          <BaseMenu.Popup className="grid w-60 max-w-[calc(100vw-24px)] grid-cols-1 gap-0.5 rounded-card border border-line bg-surface p-2 text-ink shadow-float">
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}

const ITEM =
  "flex min-h-11 min-w-0 cursor-pointer items-center gap-2 rounded-control px-3 text-left font-medium no-underline outline-none data-highlighted:bg-tint data-disabled:cursor-not-allowed data-disabled:opacity-50";

type MenuItemProps = { danger?: boolean } & Omit<ComponentProps<typeof BaseMenu.Item>, "className">;

/** An action of a menu. */
export function MenuItem({ danger = false, ...item }: MenuItemProps) {
  return <BaseMenu.Item className={`${ITEM} ${danger ? "text-bad" : ""}`} {...item} />;
}

/** A menu item that leads to another page; pass the link as `render`. */
export function MenuLink(props: Omit<ComponentProps<typeof BaseMenu.Item>, "className">) {
  return <BaseMenu.Item className={`${ITEM} text-ink`} {...props} />;
}
