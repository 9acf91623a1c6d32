import { type AnalyticsSummary, Device } from "../../../contract/api/analytics.ts";
import { t } from "../../../contract/texts.ts";
import { formatPercent } from "../../lib/format.ts";
import { DEVICE_LABELS } from "./labels.ts";
import { shareOf, totalOf } from "./metrics.ts";
import { NothingYet, PanelPart } from "./panel-part.tsx";
import { Swatch } from "./swatch.tsx";

const COLORS: Record<Device, string> = {
  mobile: "var(--chart-1)",
  desktop: "var(--chart-3)",
  tablet: "var(--chart-4)",
};

type SessionBreakdownProps = { devices: AnalyticsSummary["devices"]; className?: string };

/** The devices of views, as one bar with numbers. */
export function SessionBreakdown({ devices, className }: SessionBreakdownProps) {
  const total = totalOf(devices);
  const rows = Device.options.map((device) => {
    const count = devices.find((row) => row.device === device)?.count ?? 0;
    return { device, count, share: shareOf({ count, total }) };
  });
  return (
    <PanelPart title={t("Session breakdown")} note={t("Devices")} className={className}>
      {total === 0 ? (
        <NothingYet>{t("Devices appear here once you get visits.")}</NothingYet>
      ) : (
        <>
          <div
            aria-hidden="true"
            className="flex h-4 gap-0.5 overflow-hidden rounded-full forced-color-adjust-none"
          >
            {rows
              .filter(({ count }) => count > 0)
              .map(({ device, count }) => (
                <span
                  key={device}
                  className="min-w-1 rounded-[3px]"
                  style={{ flexGrow: count, background: COLORS[device] }}
                />
              ))}
          </div>
          <ul className="mt-3 grid grid-cols-3 gap-x-3">
            {rows.map(({ device, count, share }) => (
              <li key={device} className="min-w-0">
                <span className="flex items-center gap-1.5 text-sm text-muted">
                  <Swatch colour={COLORS[device]} />
                  {DEVICE_LABELS[device]}
                </span>
                <span className="font-display text-xl font-[650] tabular-nums">
                  {formatPercent(share / 100)}
                </span>
                <span className="block text-sm text-muted tabular-nums">
                  {t("{count, plural, one {# view} other {# views}}", { count })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </PanelPart>
  );
}
