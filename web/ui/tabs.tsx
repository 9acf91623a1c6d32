import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { readingStep } from "../lib/reading-step.ts";
import { SEGMENT, SEGMENTS } from "./segmented-control.tsx";

type TabsProps<Name extends string> = {
  label: string;
  tabs: readonly { name: Name; label: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
  /** `fit`: as narrow as the labels if there is room, otherwise in rows of two or four, for many tabs over a wide page. */
  width?: keyof typeof WIDTHS;
  /** The selected tab's content. */
  children: ReactNode;
};

const WIDTHS = {
  fill: "auto-cols-[minmax(min-content,1fr)]",
  fit: "auto-cols-auto max-lg:grid-flow-row max-lg:grid-cols-4 max-sm:grid-cols-2 max-sm:text-[15px] lg:w-fit",
} as const;

/** A row of tabs over one panel. Arrow keys move between the tabs. */
export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  width = "fill",
  children,
}: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const moveWith = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex(({ name }) => name === chosen);
    const step = readingStep(event.key, event.currentTarget);
    const place = { Home: 0, End: -1 }[event.key] ?? (step === 0 ? undefined : (at + step) % tabs.length);
    const next = place === undefined ? undefined : tabs.at(place);
    if (!next) return;
    event.preventDefault();
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={`${SEGMENTS} ${WIDTHS[width]}`}
        onKeyDown={moveWith}
      >
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            data-tab={tab.name}
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === chosen ? 0 : -1}
            onClick={() => onChoose(tab.name)}
            data-chosen={tab.name === chosen || undefined}
            className={`${SEGMENT} max-sm:px-1.5 sm:px-5`}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
