import type { Books, BooksMode } from "../../../../contract/api/books.ts";
import { Choice } from "../../../ui/choice.tsx";
import type { BooksView } from "./queries.ts";

const MODES: Record<BooksMode, string> = {
  live: "Real sales",
  test: "Test keys",
  sandbox: "Sandbox",
  mock: "Mock checkout",
};

type BooksFilterProps = {
  view: BooksView;
  choices: Books["choices"];
  onChange: (change: Partial<BooksView>) => void;
};

/** Chooses the year, and what kind of sales where there is more than one. */
export function BooksFilter({ view, choices, onChange }: BooksFilterProps) {
  const years = [...new Set([view.year, ...choices.map(({ year }) => year)])].sort((a, b) => b - a);
  const modes = new Set([view.mode, ...choices.map(({ mode }) => mode)]);
  const kinds = Object.entries(MODES).flatMap(([value, label]) =>
    isMode(value) && modes.has(value) ? { value, label } : [],
  );
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[140px_180px] print:hidden">
      <Choice
        label="Year"
        value={view.year}
        options={years.map((year) => ({ value: year, label: String(year) }))}
        onChoose={(year) => onChange({ year })}
      />
      {kinds.length > 1 && (
        <Choice label="Sales" value={view.mode} options={kinds} onChoose={(mode) => onChange({ mode })} />
      )}
    </div>
  );
}

const isMode = (value: string): value is BooksMode => value in MODES;
