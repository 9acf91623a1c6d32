import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Product } from "../../../contract/api/products.ts";
import { type ProductVersion, versionNoticeRoutes } from "../../../contract/api/version-notices.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { versionsQuery } from "./queries.ts";

/** The versions of a product with their notes, and the way to tell buyers of the newest. */
export function ProductVersions({ product }: { product: Product }) {
  const { data } = useQuery(versionsQuery(product.id));
  if (!data || data.versions.length === 0) return null;
  const [newest] = data.versions;
  return (
    <section aria-labelledby="product-versions" className="grid grid-cols-1 gap-3">
      <h3 id="product-versions" className="font-semibold">
        {t("Versions")}
      </h3>
      <ol className="grid grid-cols-1 gap-2">
        {data.versions.map((version) => (
          <li
            key={version.number}
            className="grid grid-cols-1 gap-1 rounded-control border border-line p-3.5"
          >
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-semibold">{t("Version {number}", { number: version.number })}</span>
              <Timestamp at={version.created_at} show="day" className="text-sm text-muted" />
              {version.announced_at !== null && (
                <span role="status" className="ms-auto text-sm text-muted">
                  {t("Told {told} of {count, plural, one {# buyer} other {# buyers}}", {
                    told: version.told,
                    count: version.told + version.holders,
                  })}
                </span>
              )}
            </p>
            {version.note !== null && (
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {version.note}
              </p>
            )}
          </li>
        ))}
      </ol>
      {newest && newest.holders > 0 && data.possible_at === null && (
        <TellBuyers product={product} version={newest} />
      )}
      {newest && newest.announced_at === null && newest.holders > 0 && data.possible_at !== null && (
        <p className="text-sm text-muted">
          {rich("You can tell buyers again from {date}", { date: <Timestamp at={data.possible_at} /> })}
        </p>
      )}
    </section>
  );
}

function TellBuyers({ product, version }: { product: Product; version: ProductVersion }) {
  const [isOpen, setOpen] = useState(false);
  const label = t("Tell {count, plural, one {# buyer} other {# buyers}}", { count: version.holders });
  const queryClient = useQueryClient();
  const { queryKey } = versionsQuery(product.id);
  const tell = useMutation({
    mutationFn: () =>
      request(versionNoticeRoutes.announce, { params: { id: product.id, number: version.number } }),
    onSuccess: (versions) => queryClient.setQueryData(queryKey, versions),
    // Also after an error, because the response may have been lost.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <div>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <ConfirmDialog
        open={isOpen}
        title={t("Tell buyers of version {number}?", { number: version.number })}
        confirm={label}
        doing={t("Telling…")}
        variant="primary"
        failure={t("Couldn't tell buyers.")}
        work={tell}
        onConfirm={() => tell.mutate(undefined, { onSuccess: () => setOpen(false) })}
        onClose={() => setOpen(false)}
      >
        {t(
          "Each gets one email with the saved note and a link to the download. You can tell buyers of a product once a day.",
        )}
      </ConfirmDialog>
    </div>
  );
}
