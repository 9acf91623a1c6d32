/** How many days the figures may cover. */
export const WINDOWS = [7, 30, 90, 365] as const;
export type AnalyticsWindow = (typeof WINDOWS)[number];
export const DEFAULT_WINDOW: AnalyticsWindow = 30;

/** The window that an address asks for; the default when it asks for none of ours. */
export function readWindow(asked: string | null): AnalyticsWindow {
  return WINDOWS.find((days) => String(days) === asked) ?? DEFAULT_WINDOW;
}

export function windowLabel(days: number): string {
  return `Last ${days} days`;
}
