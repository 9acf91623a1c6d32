import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { toast } from "sonner";
import { type SaleFile, type SaleLeftOut, saleImportRoutes } from "../../../../contract/api/sale-imports.ts";
import { paths } from "../../../../contract/rules/paths.ts";
import { t, text } from "../../../../contract/texts.ts";
import { request } from "../../../lib/api.ts";
import { setApiErrors } from "../../../lib/form-errors.ts";
import { formatNumber } from "../../../lib/format.ts";
import { rich } from "../../../lib/rich.ts";
import { Button } from "../../../ui/button.tsx";
import { FormErrorNotice, SubmitButton } from "../../../ui/form-actions.tsx";
import { Section } from "../../sections/section.tsx";
import { saleCount } from "./queries.ts";

const REASONS: Readonly<Record<SaleLeftOut, string>> = {
  no_file: text("Add its file first, then import the sales again"),
  no_product: text("No product of yours has this name"),
  goods: text("Goods, tips, and bundles with goods have no files to open"),
  refunded: text("Refunded, disputed or without access there"),
  recurring: text("Memberships and pre-orders"),
  present: text("Already imported"),
  repeated: text("Repeated in the file"),
  invalid: text("Without a valid email or number"),
  too_many: text("Above the limit: import the same file once more"),
};

type ReviewProps = { file: SaleFile; onBack: () => void };

/** Shows which sales of a file become orders, and adds them. */
export function ReviewSales({ file: { id, sales, products, left_out, invalid }, onBack }: ReviewProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm();
  const heading = useRef<HTMLElement>(null);
  // The file that was read replaces the button that had the focus.
  useEffect(() => heading.current?.querySelector<HTMLElement>("h2")?.focus(), []);
  const submit = form.handleSubmit(async () => {
    try {
      const { import: done } = await request(saleImportRoutes.apply, { params: { id } });
      toast.success(t("{count, plural, one {# sale} other {# sales}} added.", { count: done.added }));
    } catch (error) {
      return setApiErrors(form, error, { fallback: t("Couldn't add the sales.") });
    }
    // Orders are shown in several sections.
    void queryClient.invalidateQueries();
    await navigate(paths.orders());
  });
  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-1 gap-4 sm:gap-5">
      <Section
        ref={heading}
        id="sales"
        title={
          sales === 0
            ? t("Gumroad: no sales to add")
            : t("Gumroad: {count, plural, one {# sale} other {# sales}}", { count: sales })
        }
        headingAs="h2"
        about={t(
          "Nothing is added before you press the button below, and you can undo it for a day. Nobody is emailed, and your sums and books stay as they are.",
        )}
      >
        {products.length > 0 && (
          <ul className="grid grid-cols-1 divide-y divide-line">
            {products.map(({ name, count }) => (
              <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                <bdi className="min-w-0 font-medium [overflow-wrap:anywhere]">{name}</bdi>
                <span className="text-muted">{saleCount(count)}</span>
              </li>
            ))}
          </ul>
        )}
        {left_out.length > 0 && (
          <div className="grid grid-cols-1 gap-1">
            <h3 className="text-lg">{t("Left out")}</h3>
            <ul className="grid grid-cols-1 divide-y divide-line">
              {left_out.map(({ reason, count, names }) => (
                <li key={reason} className="py-2">
                  <span className="flex items-baseline justify-between gap-x-4">
                    <span>{t(REASONS[reason])}</span>
                    <span className="text-muted tabular-nums">{formatNumber(count)}</span>
                  </span>
                  {names.length > 0 && (
                    <bdi className="block text-sm text-muted [overflow-wrap:anywhere]">
                      {names.join(", ")}
                    </bdi>
                  )}
                </li>
              ))}
            </ul>
            {invalid.length > 0 && (
              <ul className="grid grid-cols-1 gap-1 text-sm text-muted">
                {invalid.map(({ line, text: email }) => (
                  <li key={line} className="[overflow-wrap:anywhere]">
                    {email === ""
                      ? t("Line {line}: no email", { line })
                      : rich("Line {line}: {text}", { line, text: <bdi>{email}</bdi> })}
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
        <FormErrorNotice form={form} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button onClick={onBack} disabled={form.formState.isSubmitting}>
            {t("Back")}
          </Button>
          {sales > 0 && (
            <SubmitButton busy={form.formState.isSubmitting} busyLabel={t("Adding…")}>
              {t("Add {count, plural, one {# sale} other {# sales}}", { count: sales })}
            </SubmitButton>
          )}
        </div>
      </Section>
    </form>
  );
}
