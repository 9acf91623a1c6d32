import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { rich } from "../lib/rich.ts";
import { Button } from "../ui/button.tsx";
import { InstagramIcon } from "../ui/instagram-icon.tsx";

type OAuthButtonsProps = {
  redirect: string | undefined;
  /** The operator's own provider, or null. */
  oidcName: string | null;
  /** True if there is no other way to sign in. */
  areAlone: boolean;
  /** Another way without a password, shown first. */
  children?: ReactNode;
};

/** Buttons to sign in with an account of another service. */
export function OAuthButtons({ redirect, oidcName, areAlone, children }: OAuthButtonsProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {!areAlone && (
        <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {t("or")}
        </p>
      )}
      {children}
      {oidcName && (
        <Button
          variant={areAlone ? "primary" : "plain"}
          className="py-2 whitespace-normal!"
          onClick={() => window.location.assign(paths.signInWith("oidc", redirect))}
        >
          <Building2 size={18} className="shrink-0" />
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {rich("Continue with {oidcName}", { oidcName })}
          </span>
        </Button>
      )}
      <Button
        className="py-2 whitespace-normal!"
        onClick={() => window.location.assign(paths.signInWith("google", redirect))}
      >
        <GoogleMark />
        {t("Continue with Google")}
      </Button>
      {/* Specified as disabled. */}
      <Button disabled className="min-w-0 px-2! py-2 text-sm whitespace-normal!">
        <InstagramIcon className="shrink-0" />
        {t("Instagram (temporarily unavailable)")}
      </Button>
    </div>
  );
}

function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" className="shrink-0">
      <path
        fill="#4285f4"
        d="M17.600 9.200c0-.6 0-1.200-.2-1.700H9v3.400h4.800a4.100 4.100 0 0 1-1.800 2.700v2.300h3c1.700-1.600 2.600-4 2.600-6.700z"
      />
      <path
        fill="#34a853"
        d="M9 18c2.400 0 4.500-.8 6-2.200l-3-2.300a5.400 5.400 0 0 1-8-2.800H1v2.300A9 9 0 0 0 9 18z"
      />
      <path fill="#fbbc05" d="M4 10.700a5.400 5.400 0 0 1 0-3.400V5H1a9 9 0 0 0 0 8z" />
      <path
        fill="#ea4335"
        d="M9 3.600c1.300 0 2.500.4 3.400 1.300L15 2.300A9 9 0 0 0 1 5l3 2.300a5.400 5.400 0 0 1 5-3.700z"
      />
    </svg>
  );
}
