import { useQuery } from "@tanstack/react-query";
import { DownloadIcon, PrinterIcon } from "lucide-react";
import { Link } from "react-router";
import type { Books, BooksMode } from "../../../../contract/api/books.ts";
import { formatDate, nameOf } from "../../../../contract/rules/formats.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { rich } from "../../../lib/rich.ts";
import { useUrlState } from "../../../lib/use-url-state.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { QueryFailure } from "../../../widgets/loading.tsx";
import { ProvenDownload } from "../../../widgets/proven-download.tsx";
import { Totals } from "../../../widgets/totals-figures.tsx";
import { useCreator } from "../../creator-context.ts";
import { BooksTable } from "./books-table.tsx";
import { BooksView, booksExportUrl, booksQuery } from "./queries.ts";

/** The creator's money of a year, on screen, as CSV and on paper. */
export function BooksScreen() {
  const [view, setView] = useUrlState(BooksView);
  const books = useQuery(booksQuery(view));
  const { data, error } = books;
  const { display_name: name, handle } = useCreator();
  return (
    <>
      <PageTitle>{t("Books {year}", { year: view.year })}</PageTitle>
      <Link to={paths.orders()} className="link flex min-h-11 items-center justify-self-start print:hidden">
        {t("All orders")}
      </Link>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-3xl sm:text-4xl">
          {t("Books {year}", { year: view.year })}
          <span className="hidden text-base font-normal print:block">
            <bdi>{name}</bdi> (<bdi>@{handle}</bdi>)
          </span>
        </h1>
        <div className="flex flex-wrap gap-2 print:hidden">
          <ProvenDownload href={booksExportUrl(view)}>
            <DownloadIcon size={18} />
            {t("Export CSV")}
          </ProvenDownload>
          <Button onClick={() => window.print()}>
            <PrinterIcon size={18} />
            {t("Print")}
          </Button>
        </div>
      </div>
      {data ? (
        <>
          <Filter view={view} choices={data.choices} onChange={setView} />
          <YearOfBooks books={data} onMode={(mode) => setView({ mode })} />
        </>
      ) : error ? (
        <QueryFailure query={books} failure={t("Couldn't load your books.")} />
      ) : (
        <Skeleton className="h-60 rounded-card" />
      )}
    </>
  );
}

type BooksProps = { books: Books; onMode: (mode: BooksMode) => void };

function YearOfBooks({ books, onMode }: BooksProps) {
  const { year, mode, totals, quarters, months, countries, time_zone } = books;
  if (totals.length === 0) return <NoSales books={books} onMode={onMode} />;
  const unknown = totals.reduce((sum, { provider_fees_unknown }) => sum + provider_fees_unknown, 0);
  return (
    <div className="grid grid-cols-1 gap-5">
      {mode !== "live" && <Alert tone="warn">{t("These sales were a test: no money was charged.")}</Alert>}
      <Totals totals={totals} mockTotals={[]} />
      <BooksTable
        title={t("By quarter")}
        name={t("Quarter")}
        rows={quarters.map(({ quarter, ...row }) => ({ name: t("Quarter {quarter}", { quarter }), ...row }))}
      />
      <BooksTable
        title={t("By month")}
        name={t("Month")}
        rows={months.map(({ month, ...row }) => ({ name: monthName(year, month), ...row }))}
      />
      <BooksTable
        title={t("By country of the buyer")}
        name={t("Country")}
        rows={countries.map(({ country, ...row }) => ({
          name: country ? (nameOf(country, "region") ?? country) : t("Not known"),
          ...row,
        }))}
      />
      <p className="max-w-prose text-sm text-muted">
        <span>
          {rich(
            "Each sale counts when it was paid, each refund and dispute when it happened, in your time zone ({timeZone}). A dispute takes its amount when the bank opens it, and gives it back if you win.",
            { timeZone: time_zone },
          )}
        </span>{" "}
        {unknown > 0 && <span>{t("Where the provider's fee is not known yet, “Net” is before it.")} </span>}
        <span>{t("Amounts contain the taxes that you set; they are no tax advice.")}</span>
      </p>
    </div>
  );
}

/** A year without sales of one kind, and the kinds with sales. */
function NoSales({ books: { year, mode, choices }, onMode }: BooksProps) {
  const others = choices.filter((choice) => choice.year === year && choice.mode !== mode);
  return (
    <div className="grid justify-items-start gap-4">
      <p className="text-muted">
        {mode === "live" && others.length > 0
          ? t("Nothing was sold, refunded or disputed for real money in {year}.", { year })
          : t("Nothing was sold, refunded or disputed in {year}.", { year })}
      </p>
      <div className="flex flex-wrap gap-2 print:hidden">
        {others.map((other) => (
          <Button key={other.mode} onClick={() => onMode(other.mode)}>
            {MODES.find(({ value }) => value === other.mode)?.show}
          </Button>
        ))}
      </div>
    </div>
  );
}

const monthName = (year: number, month: number) =>
  formatDate(new Date(Date.UTC(year, month - 1)).toISOString(), { month: "long", year: "numeric" });

const MODES: readonly { value: BooksMode; label: string; show: string }[] = [
  { value: "live", label: t("Real sales"), show: t("Show real sales") },
  { value: "test", label: t("Test keys"), show: t("Show sales with test keys") },
  { value: "sandbox", label: t("Sandbox"), show: t("Show sales of the sandbox") },
  { value: "mock", label: t("Mock checkout"), show: t("Show sales of the mock checkout") },
];

type FilterProps = {
  view: BooksView;
  choices: Books["choices"];
  onChange: (change: Partial<BooksView>) => void;
};

/** Chooses the year, and the kind of sales if there are several. */
function Filter({ view, choices, onChange }: FilterProps) {
  const years = [...new Set([view.year, ...choices.map(({ year }) => year)])].sort((a, b) => b - a);
  const modes = new Set([view.mode, ...choices.map(({ mode }) => mode)]);
  const kinds = MODES.filter(({ value }) => modes.has(value));
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[140px_180px] print:hidden">
      <Choice
        label={t("Year")}
        value={view.year}
        options={years.map((year) => ({ value: year, label: String(year) }))}
        onChoose={(year) => onChange({ year })}
      />
      {kinds.length > 1 && (
        <Choice
          label={t("Sales")}
          value={view.mode}
          options={kinds}
          onChoose={(mode) => onChange({ mode })}
        />
      )}
    </div>
  );
}
