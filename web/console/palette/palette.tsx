import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Creator } from "../../../contract/api/creators.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { Input } from "../../ui/input.tsx";
import type { Result, ResultGroup } from "./result.ts";
import { useResults } from "./use-results.ts";

type PaletteProps = {
  creator: Creator;
  /** The text to begin with. */
  typed: string;
  onClose: () => void;
};

/** Searches places, actions, tiles, products, orders and the audience. Arrow keys choose, Enter opens. */
export function Palette({ creator, typed, onClose }: PaletteProps) {
  const id = useId();
  const [search, setSearch] = useState(typed);
  const [chosen, setChosen] = useState(0);
  const { groups, isSearching, isFailed } = useResults(creator, search);
  const results = groups.flatMap((group) => group.results);
  // Later results may be fewer than the chosen position.
  const current = Math.min(chosen, results.length - 1);
  const field = useRef<HTMLInputElement>(null);
  // The dialog opened before this code was loaded, so it could not focus the field.
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(limits.search.max, limits.search.max);
  }, []);
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to each chosen result
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const open = (result: Result) => {
    // Close first, so that the focus returns before the next page takes it.
    onClose();
    result.choose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChosen((current + step + results.length) % results.length);
    }
    const result = results[current];
    if (event.key === "Enter" && result) {
      event.preventDefault();
      open(result);
    }
  };
  return (
    <div className="flex min-h-0 flex-col gap-2 px-3 pt-3 pb-3">
      <Input
        ref={field}
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={results[current] && `${id}-${current}`}
        aria-label={t("Search or go to")}
        placeholder={t("A page, tile, product, order or email")}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.search.max}
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        className="shrink-0"
      />
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("Found")}
        className="h-[min(26rem,50dvh)] min-h-0 overflow-y-auto"
      >
        {groups.map((group) => (
          <Group
            key={group.title}
            group={group}
            id={id}
            first={results.indexOf(group.results[0] as Result)}
            current={current}
            onOpen={open}
          />
        ))}
      </div>
      <p role="status" className={results.length > 0 && !isFailed ? "sr-only" : "px-3 pb-3 text-muted"}>
        {isFailed
          ? t("Not everything could be searched. Please try again.")
          : isSearching
            ? t("Searching…")
            : results.length === 0
              ? t("Nothing found.")
              : t("{count, plural, one {# found} other {# found}}", { count: results.length })}
      </p>
    </div>
  );
}

type GroupProps = {
  group: ResultGroup;
  id: string;
  /** The index of its first result. */
  first: number;
  current: number;
  onOpen: (result: Result) => void;
};

function Group({ group: { title, results }, id, first, current, onOpen }: GroupProps) {
  const titleId = `${id}-${title}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of options
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} className="px-3 pt-3 pb-1 text-sm font-medium text-muted">
        {title}
      </p>
      {results.map((result, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
        <div
          key={result.key}
          id={`${id}-${first + place}`}
          role="option"
          aria-selected={first + place === current}
          onClick={() => onOpen(result)}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-tint aria-selected:bg-tint aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-primary"
        >
          {result.icon && <result.icon size={18} className="shrink-0 text-muted" />}
          <bdi className="min-w-0 truncate font-medium">{result.label}</bdi>
          {result.hint && (
            <bdi className="ms-auto max-w-[50%] truncate text-sm text-muted">{result.hint}</bdi>
          )}
        </div>
      ))}
    </div>
  );
}
