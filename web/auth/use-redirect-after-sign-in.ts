import { useLocation, useNavigate } from "react-router";
import { accountSecurityRoutes } from "../../contract/api/account-security.ts";
import { currentLanguage } from "../../contract/translation.ts";
import { request } from "../lib/api.ts";
import { destinationAfterSignIn, isConsolePath } from "../lib/destination.ts";

/** Opens the requested page: within the console, or by a full navigation if the user has chosen another language than that of this document. */
export function useRedirectAfterSignIn() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return async () => {
    const destination = destinationAfterSignIn(search);
    if (isConsolePath(destination) && (await isInChosenLanguage()))
      await navigate(destination, { replace: true });
    else window.location.replace(destination);
  };
}

async function isInChosenLanguage(): Promise<boolean> {
  const account = await request(accountSecurityRoutes.overview, {}).catch(() => null);
  return (account?.language ?? currentLanguage()) === currentLanguage();
}
