const STEPS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3600 },
  { unit: "minute", seconds: 60 },
] as const;

/** How long ago a moment was, in whole seconds, minutes, hours or days. A moment that has yet to come (clocks differ) is 0 seconds ago. */
export function timeAgo(iso: string, now: Date): string {
  const passed = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 1000));
  const step = STEPS.find(({ seconds }) => passed >= seconds) ?? { unit: "second", seconds: 1 };
  const count = Math.floor(passed / step.seconds);
  return `${count} ${step.unit}${count === 1 ? "" : "s"} ago`;
}
