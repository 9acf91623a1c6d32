import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { t } from "../../contract/texts.ts";

/** A faster navigation feels immediate, and a bar would only flicker. */
const APPEARS_AFTER_MS = 150;

/** A thin bar at the top of the window while the next page is loading. */
export function NavigationProgress() {
  const isLoading = useNavigation().state !== "idle";
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsShown(true), APPEARS_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsShown(false);
    };
  }, [isLoading]);
  return (
    <div role="status">
      {isShown && (
        <>
          <span className="sr-only">{t("Loading page")}</span>
          <span aria-hidden="true" className="navigation-progress" />
        </>
      )}
    </div>
  );
}
