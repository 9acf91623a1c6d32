import { useEffect, useState } from "react";
import { Button } from "../../ui/button.tsx";

const TIP_NOTICE_MS = 4000;

/** Tips by card are announced, not open yet: the button says so for a moment. */
export function TipButton() {
  const [notice, setNotice] = useState(0);
  useEffect(() => {
    if (notice === 0) return;
    const timer = setTimeout(() => setNotice(0), TIP_NOTICE_MS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <>
      <Button variant="primary" className="needs-scripts" data-live onClick={() => setNotice(notice + 1)}>
        Leave a tip
      </Button>
      <p role="status" className="notice">
        {notice > 0 && <span>Tip checkout is coming soon — watch this space!</span>}
      </p>
    </>
  );
}
