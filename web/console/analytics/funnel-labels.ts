import { Device } from "../../../contract/api/analytics.ts";
import {
  type FunnelDimension,
  type FunnelMoney,
  type FunnelRow,
  NO_KEY,
  UNKNOWN_KEY,
} from "../../../contract/api/funnel.ts";
import { t, text } from "../../../contract/texts.ts";
import { formatMoney, formatPercent } from "../../lib/format.ts";
import { countryLabel, DEVICE_LABELS, sourceLabel } from "../../widgets/analytics/labels.ts";

type DimensionLabels = { title: string; name: string; csv: `${string}<hidden>${string}</hidden>` };

/** The title of each table, the name of its filter, and the text of its download. */
export const DIMENSION_LABELS: Record<FunnelDimension, DimensionLabels> = {
  source: {
    title: t("Sources"),
    name: t("Source"),
    csv: text("Download CSV<hidden> of sources</hidden>"),
  },
  tile: { title: t("Tiles"), name: t("Tile"), csv: text("Download CSV<hidden> of tiles</hidden>") },
  country: {
    title: t("Countries"),
    name: t("Country"),
    csv: text("Download CSV<hidden> of countries</hidden>"),
  },
  device: {
    title: t("Devices"),
    name: t("Device"),
    csv: text("Download CSV<hidden> of devices</hidden>"),
  },
  campaign: {
    title: t("Campaign links"),
    name: t("Campaign link"),
    csv: text("Download CSV<hidden> of campaign links</hidden>"),
  },
};

export function rowLabel(dimension: FunnelDimension, { key, title }: Pick<FunnelRow, "key" | "title">) {
  if (key === "other" && dimension !== "source") return t("Others");
  if (dimension === "source") return sourceLabel(key);
  if (dimension === "country") return key === UNKNOWN_KEY ? t("Unknown") : countryLabel(key).name;
  if (dimension === "device") {
    const device = Device.safeParse(key);
    return device.success ? DEVICE_LABELS[device.data] : t("Unknown");
  }
  if (dimension === "tile") return key === NO_KEY ? t("Without a tile") : (title ?? t("A deleted tile"));
  return key === NO_KEY ? t("No campaign link") : (title ?? t("A deleted link"));
}

/** Formats sums of several currencies, or a dash if nothing was sold. */
export function moneyText<Field extends "revenue_cents" | "kept_cents">(
  money: readonly (Pick<FunnelMoney, "currency"> & Record<Field, number>)[],
  field: Field,
): string {
  return money.map((sum) => formatMoney(sum[field], sum.currency)).join(" + ") || "–";
}

/** Returns a share in percent with one decimal, such as `4.2%`, or a dash if the total is 0. */
export function rate(part: number, whole: number): string {
  return whole === 0 ? "–" : formatPercent(part / whole, 1);
}

/** Describes how a number differs from the period before. */
export function change(now: number, before: number): string {
  if (now === before) return t("unchanged");
  if (before === 0) return t("new");
  const share = Math.round(((now - before) / before) * 100) / 100;
  const percent = formatPercent(share);
  return share > 0 ? `+${percent}` : percent.replace("-", "−");
}
