import { useEffect, useState } from "react";

/** The time, read again every so often and whenever `since` changes, so that words like "2 minutes ago" stay true. */
export function useNow({ everyMs, since }: { everyMs: number; since: Date }): Date {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now > since ? now : since;
}
