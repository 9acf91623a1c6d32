import { useMutation } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, useRef } from "react";
import { accountSecurityRoutes } from "../../contract/api/account-security.ts";
import { t } from "../../contract/texts.ts";
import { request } from "../lib/api.ts";
import { confirmIdentity } from "../lib/confirmation.ts";
import { Button } from "../ui/button.tsx";
import { RequestError } from "./request-error.tsx";

/** A link to a file that needs a recent proof of identity. The browser downloads it itself and cannot ask, so this asks first. */
export function ProvenDownload({ href, children }: { href: string; children: ReactNode }) {
  const mayGo = useRef(false);
  const prove = useMutation({
    mutationFn: async (link: HTMLAnchorElement) => {
      const { confirmed } = await request(accountSecurityRoutes.confirmationWays, {});
      if (!confirmed && !(await confirmIdentity())) return;
      mayGo.current = true;
      link.click();
    },
  });
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    const goes = mayGo.current;
    mayGo.current = false;
    if (goes) return;
    event.preventDefault();
    if (!prove.isPending) prove.mutate(event.currentTarget);
  };
  return (
    <>
      <Button href={href} download onClick={onClick}>
        {children}
      </Button>
      <RequestError error={prove.error} fallback={t("Couldn't download the file.")} />
    </>
  );
}
