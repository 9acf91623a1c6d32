import { XIcon } from "lucide-react";
import { useId } from "react";
import { FUNNEL_DIMENSIONS, type Funnel } from "../../../contract/api/funnel.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Choice, DayField } from "../../ui/choice.tsx";
import { DIMENSION_LABELS, rowLabel } from "./funnel-labels.ts";
import { type FunnelUrl, lastDays } from "./funnel-url.ts";

type FunnelFiltersProps = {
  state: FunnelUrl;
  onChange: (change: Partial<FunnelUrl>) => void;
  data: (Funnel & { money: Funnel["kinds"][number] }) | undefined;
  /** The name of the rejected day field, and the error message. */
  dayError: { name: string; message: string } | null;
};
type PartProps = Omit<FunnelFiltersProps, "dayError">;

const SPANS = [7, 30, 90, 365];
const KINDS = [
  { value: "live", label: t("Real sales") },
  { value: "test", label: t("Test sales") },
  { value: "mock", label: t("Mock sales") },
] as const;

/** The period, the kind of sales and the active filters. */
export function FunnelFilters({ state, onChange, data, dayError }: FunnelFiltersProps) {
  const period = { from: state.from ?? data?.from ?? "", to: state.to ?? data?.to ?? "" };
  const money = state.money ?? data?.money ?? "live";
  const hasOtherKinds = money !== "live" || data?.kinds.some((kind) => kind !== "live");
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 items-start gap-3 *:first:col-span-2 sm:flex sm:flex-wrap print:hidden">
        <PeriodChoice state={state} onChange={onChange} />
        {(["from", "to"] as const).map((end) => (
          <DayField
            key={end}
            label={end === "from" ? t("From") : t("To")}
            value={period[end]}
            max={lastDays(1).to}
            error={dayError?.name === end ? dayError.message : undefined}
            onDay={(day) => onChange({ ...period, [end]: day || undefined })}
          />
        ))}
        {hasOtherKinds && (
          <Choice
            label={t("Sales")}
            value={money}
            options={KINDS}
            onChoose={(kind) => onChange({ money: kind })}
          />
        )}
      </div>
      {data && data.money !== "live" && state.money === undefined && (
        <p className="text-sm text-muted">{t("No sale of this period was for real money.")}</p>
      )}
      <ActiveFilters state={state} onChange={onChange} data={data} />
    </div>
  );
}

function PeriodChoice({ state, onChange }: Omit<PartProps, "data">) {
  const spans = SPANS.map((days) => ({ days, ...lastDays(days) }));
  const chosen = state.from
    ? spans.find(({ from, to }) => from === state.from && to === (state.to ?? to))
    : spans.find(({ days }) => days === 30);
  return (
    <Choice
      label={t("Period")}
      value={chosen?.days ?? 0}
      options={[
        ...spans.map(({ days }) => ({
          value: days as number,
          label: t("Last {days, plural, one {# day} other {# days}}", { days }),
        })),
        ...(chosen ? [] : [{ value: 0, label: t("Chosen days") }]),
      ]}
      onChoose={(days) => days > 0 && onChange(lastDays(days))}
    />
  );
}

function ActiveFilters({ state, onChange, data }: PartProps) {
  const heading = useId();
  const filters = FUNNEL_DIMENSIONS.flatMap((dimension) => {
    const key = state[dimension];
    if (key === undefined) return [];
    const title = data?.tables[dimension].find((row) => row.key === key)?.title ?? null;
    return { dimension, text: `${DIMENSION_LABELS[dimension].name}: ${rowLabel(dimension, { key, title })}` };
  });
  if (filters.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span id={heading} className="text-sm text-muted">
        {t("Only")}
      </span>
      <ul aria-labelledby={heading} className="flex flex-wrap gap-2">
        {filters.map(({ dimension, text }) => (
          <li key={dimension}>
            <Button
              aria-label={t("Clear {text}", { text })}
              onClick={() => onChange({ [dimension]: undefined })}
            >
              <span className="max-w-52 truncate">{text}</span>
              <XIcon className="size-4 print:hidden" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
