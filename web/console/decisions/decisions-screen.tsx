import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Decision, moderationRoutes } from "../../../contract/api/moderation.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { freshQuery } from "../../lib/list-query.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { TextAreaField } from "../../ui/form-fields.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { DecisionFacts, scopeLabel } from "../../widgets/decision-facts.tsx";
import { Loading } from "../../widgets/loading.tsx";
import { ShortForm, useRequestForm } from "../../widgets/request-form.tsx";

const decisionsQuery = freshQuery(["decisions"], moderationRoutes.decisions, {});

/** Administrators' decisions about the creator's page, each with an objection form. */
export function DecisionsScreen() {
  return (
    <>
      <PageTitle>{t("Decisions")}</PageTitle>
      <div className="grid gap-2">
        <h1 className="text-3xl sm:text-4xl">{t("Decisions about your page")}</h1>
        <p className="max-w-[60ch] text-muted">
          {t(
            "What administrators of this site have decided, and why. You can object once, within six months; where there is another administrator, they look at it.",
          )}
        </p>
      </div>
      <Loading
        query={decisionsQuery}
        failure={t("Couldn't load the decisions.")}
        label={t("Loading decisions")}
        shapes={["h-64 rounded-card"]}
      >
        {({ decisions }) =>
          decisions.length === 0 ? (
            <p className="font-semibold">{t("Nothing was decided about your page.")}</p>
          ) : (
            decisions.map((decision) => <DecisionCard key={decision.id} decision={decision} />)
          )
        }
      </Loading>
    </>
  );
}

function DecisionCard({ decision }: { decision: Decision }) {
  const content = useFocusFallback<HTMLDivElement>(decision.can_object);
  return (
    <Card
      title={scopeLabel(decision)}
      actions={
        <Badge tone={decision.active ? "warn" : "good"}>
          {decision.active ? t("In effect") : t("Ended")}
        </Badge>
      }
    >
      <div ref={content} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        <DecisionFacts decision={decision} />
        {decision.objection && decision.objection.outcome === null && (
          <p role="status" className="text-muted">
            {t("Your objection was received. We'll email you the answer.")}
          </p>
        )}
        {decision.can_object && <ObjectionForm id={decision.id} />}
      </div>
    </Card>
  );
}

function ObjectionForm({ id }: { id: number }) {
  const queryClient = useQueryClient();
  const { form, onSubmit } = useRequestForm(moderationRoutes.object.body, {
    values: { text: "" },
    send: async (body) => {
      await request(moderationRoutes.object, { params: { id }, body });
      toast.success(t("Objection sent."));
      await queryClient.invalidateQueries(decisionsQuery);
    },
    failure: t("Couldn't send your objection."),
  });
  return (
    <ShortForm
      form={form}
      onSubmit={onSubmit}
      submitLabel={t("Send objection")}
      busyLabel={t("Sending…")}
      className="gap-4 border-t border-line pt-4"
    >
      <TextAreaField
        form={form}
        name="text"
        label={t("Object to this decision")}
        rows={4}
        help={t("Say why it is wrong. You can object once.")}
      />
    </ShortForm>
  );
}
