import "./feedback-on-pages.css";
import { type ReactNode, StrictMode, useCallback, useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { hasDraft } from "../lib/drafts/draft-key.ts";
import { FeedbackOpener } from "../widgets/feedback/feedback-opener.tsx";

/** Draws the feedback widget beside a server-drawn page, which comes to life on its own or never. */
export function renderFeedback(creatorId: number): void {
  const host = document.createElement("div");
  // Its styles hold in here alone.
  host.className = "feedback";
  document.body.append(host);
  createRoot(host, { identifierPrefix: "feedback-" }).render(
    <StrictMode>
      <FeedbackOnPage creatorId={creatorId} />
    </StrictMode>,
  );
  // A page that the browser kept may show what somebody wrote who has since signed out.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) window.location.reload();
  });
}

const NOT_LOADED = "The feedback form could not be loaded. Please reload the page and try again.";

/** The form is as large as the rest of the page: it is loaded once somebody wants it. */
const loadForm = () => import("./feedback-with-form.tsx").catch(() => null);

function FeedbackOnPage({ creatorId }: { creatorId: number }) {
  const [widget, setWidget] = useState<ReactNode>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const show = useCallback(
    async ({ startsOpen }: { startsOpen: boolean }) => {
      const loaded = await loadForm();
      // A draft that is waiting goes on waiting; who pressed the button hears why nothing comes.
      setHasFailed(loaded === null && startsOpen);
      if (loaded) setWidget(<loaded.FeedbackWithForm creatorId={creatorId} startsOpen={startsOpen} />);
    },
    [creatorId],
  );
  useEffect(() => {
    // What was being written is shown again at once.
    if (hasDraft("feedback")) void show({ startsOpen: false });
  }, [show]);
  return (
    widget ?? (
      <FeedbackOpener
        button={button}
        onOpen={() => void show({ startsOpen: true })}
        onApproach={() => void loadForm()}
        problem={hasFailed ? NOT_LOADED : null}
      />
    )
  );
}
