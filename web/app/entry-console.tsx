import "../lib/console-language.ts";
import "../lib/zod-config.ts";
import "./console.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { toast } from "sonner";
import { t } from "../../contract/texts.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { meQuery, sessionTexts, setVerificationNotice, syncSessionAcrossTabs } from "../lib/session.ts";
import { readSite, SiteContext } from "../lib/site-context.ts";
import { createConsoleRouter } from "./router.tsx";

const EXPIRED = "session-expired";
const EXPIRED_MS = 10_000;
let isExpiryShown = false;

const queryClient = createQueryClient({
  // `SignedInArea` then redirects to the login, with the current path.
  onSignedOut: () => {
    // Long enough to read after the redirect.
    toast.error(sessionTexts.expired, { id: EXPIRED, duration: EXPIRED_MS });
    setVerificationNotice(queryClient, null);
    queryClient.setQueryData(meQuery.queryKey, null);
    isExpiryShown = true;
  },
  onStale: () => {
    const action = { label: t("Reload"), onClick: () => window.location.reload() };
    const options = { id: "updated", duration: Number.POSITIVE_INFINITY, action };
    toast.warning(t("This site was updated."), options);
  },
});
queryClient.getQueryCache().subscribe(() => {
  if (!isExpiryShown || !queryClient.getQueryData(meQuery.queryKey)) return;
  isExpiryShown = false;
  toast.dismiss(EXPIRED);
});
const router = createConsoleRouter(queryClient);
syncSessionAcrossTabs(queryClient);

// A page from the back-forward cache may show data of a signed-out user.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <SiteContext value={readSite(root.dataset.site)}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </SiteContext>
    </StrictMode>,
  );
}
