import type { z } from "zod";
import { DecisionInput, moderationRoutes } from "../../../contract/api/moderation.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField, TextAreaField, TextField } from "../../ui/form-fields.tsx";
import { ShortForm, useRequestForm } from "../../widgets/request-form.tsx";
import type { ReportFormProps } from "./answer-forms.tsx";

type Input = z.input<typeof DecisionInput>;
type Scope = Input["scope"];

const SCOPES: Readonly<Record<Scope, string>> = {
  none: t("Dismiss the report"),
  tile: t("Hide a tile"),
  page: t("Suspend the page"),
  account: t("Suspend the account"),
};
const GROUNDS = [
  { value: "rules", label: t("It breaks the rules of the site") },
  { value: "law", label: t("It is illegal") },
];
const EFFECTS: Readonly<Record<Scope, string>> = {
  none: t("The creator isn't told."),
  tile: t("Visitors no longer see the tile. The creator is told by email and can object."),
  page: t(
    "Visitors no longer see the page, nothing is sold or sent, and open payments are closed. Buyers keep what they bought. The creator is told by email and can object.",
  ),
  account: t(
    "The same as for the page. The creator also can't change anything, but can still read, object, and refund or export orders.",
  ),
};

/** Decides on a report. */
export function DecisionForm({ report, onDone }: ReportFormProps) {
  const { form, onSubmit } = useRequestForm(DecisionInput, {
    values: {
      scope: report.creator && report.tile_id ? "tile" : "none",
      ground: "rules",
      rule: "",
      reason: "",
      tileId: report.tile_id ?? report.tiles[0]?.id ?? null,
      until: null,
    },
    send: async (body) => {
      const decided = await request(moderationRoutes.decide, { params: { id: report.id }, body });
      await onDone(
        decided,
        body.scope === "none" ? t("Report dismissed.") : t("Decided. The creator was emailed."),
      );
    },
    failure: t("Couldn't decide this report."),
  });
  // Registered in screen order, so that the first wrong field gets the focus, even if it was added later.
  form.register("scope");
  form.register("tileId", { valueAsNumber: true });
  for (const name of ["ground", "rule", "reason"] as const) form.register(name);
  form.register("until", { setValueAs: (typed: string | null) => typed || null });
  const scope = form.watch("scope");
  const scopes = Object.entries(SCOPES)
    .map(([value, label]) => ({ value, label }))
    .filter(
      ({ value }) => value === "none" || (report.creator && (value !== "tile" || report.tiles.length > 0)),
    );
  return (
    <Card title={t("Decide")}>
      <ShortForm form={form} onSubmit={onSubmit} submitLabel={SCOPES[scope]} busyLabel={t("Deciding…")}>
        <SelectField
          form={form}
          name="scope"
          label={t("What to do")}
          options={scopes}
          help={EFFECTS[scope]}
        />
        {scope === "tile" && (
          <SelectField
            form={form}
            name="tileId"
            label={t("Tile")}
            options={report.tiles.map(({ id, title }) => ({ value: String(id), label: title }))}
          />
        )}
        {scope !== "none" && (
          <>
            <SelectField form={form} name="ground" label={t("Ground")} options={GROUNDS} />
            <TextField
              form={form}
              name="rule"
              label={t("Law or rule")}
              help={t("The paragraph of the law, or of your terms.")}
            />
          </>
        )}
        <TextAreaField
          form={form}
          name="reason"
          label={t("Reason")}
          rows={4}
          help={
            scope === "none" ? t("For the record.") : t("The creator reads this: what it is about, and why.")
          }
        />
        {scope !== "none" && (
          <TextField
            form={form}
            name="until"
            type="date"
            label={t("Ends on")}
            optional
            help={t("The first day (UTC) on which it is no longer in effect.")}
          />
        )}
        {scope !== "none" && report.creator?.suspended && (
          <Alert tone="warn">{t("This page is suspended already, by another decision.")}</Alert>
        )}
      </ShortForm>
    </Card>
  );
}
