import { useLocation, useNavigate } from "react-router";
import { destinationAfterSignIn, isConsolePath } from "../lib/destination.ts";

/** Opens the requested page: within the console, or by a full navigation. */
export function useRedirectAfterSignIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return async () => {
    const destination = destinationAfterSignIn(search);
    if (isConsolePath(destination)) await navigate(destination, { replace: true });
    else window.location.replace(destination);
  };
}
