import { useEffect, useState } from "react";

/** Returns the current time, updated at an interval and whenever `since` changes, so that "2 minutes ago" stays correct. */
export function useNow({ everyMs, since }: { everyMs: number; since: Date }): Date {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now > since ? now : since;
}
