import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Finding, systemRoutes } from "../../../contract/api/system.ts";
import { adminLanguage } from "../../../contract/rules/languages.ts";
import { t } from "../../../contract/texts.ts";
import { currentLanguage } from "../../../contract/translation.ts";
import { errorMessage, request } from "../../lib/api.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { ADMIN, useAdminQuery } from "../queries.ts";

const systemQuery = queryOptions({
  queryKey: [...ADMIN, "system"],
  queryFn: ({ signal }) => request(systemRoutes.check, { body: {}, signal }),
  staleTime: 0,
  // A check writes a file and calls other servers.
  refetchOnWindowFocus: false,
});

const VERDICTS: Record<Finding["verdict"], { label: string; tone: BadgeTone }> = {
  ok: { label: "OK", tone: "good" },
  warning: { label: t("Warning"), tone: "warn" },
  fault: { label: t("Fault"), tone: "bad" },
};

/** The checks of the installation, as `npm run doctor` prints them. */
export function SystemPanel() {
  const query = useAdminQuery(systemQuery);
  const queryClient = useQueryClient();
  const sendMail = useMutation({
    mutationFn: () => request(systemRoutes.check, { body: { sendsMail: true } }),
    onSuccess: (data) => {
      queryClient.setQueryData(systemQuery.queryKey, data);
      const email = data.findings.find(({ id }) => id === "email");
      if (email?.verdict === "ok") toast.success(t("Test email sent."));
      else toast.error(t("The test email was not sent."));
    },
    onError: (error) => toast.error(errorMessage(error, t("Couldn't send the test email."))),
  });
  return (
    <DataList
      id="system"
      title={t("System")}
      query={query}
      failure={t("Couldn't check the system.")}
      rows={({ findings }) => findings}
      empty={t("No checks.")}
      actions={
        <div className="flex flex-wrap gap-2">
          <Button busy={sendMail.isPending} onClick={() => sendMail.mutate()}>
            {t("Send me a test email")}
          </Button>
          <Button busy={query.isFetching} onClick={() => void query.refetch()}>
            {t("Check again")}
          </Button>
        </div>
      }
      item={(finding) => <Row key={`${finding.name}: ${finding.seen}`} finding={finding} />}
    />
  );
}

function Row({ finding: { name, verdict, seen, advice } }: { finding: Finding }) {
  const { label, tone } = VERDICTS[verdict];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-5 gap-y-1 border-t border-line px-4 py-3 text-[15px] sm:px-5">
      <p className="font-semibold">
        <Sentence>{name}</Sentence>
      </p>
      <Badge tone={tone}>{label}</Badge>
      <p className="col-span-2 [overflow-wrap:anywhere]">
        <Sentence>{seen}</Sentence>
      </p>
      {advice !== null && (
        <p className="col-span-2 text-muted [overflow-wrap:anywhere]">
          <Sentence>{advice}</Sentence>
        </p>
      )}
    </li>
  );
}

/** A text of the server, in the language of administration: a console in another language gets English. */
const Sentence = ({ children }: { children: string }) => (
  <bdi lang={adminLanguage(currentLanguage())} dir="ltr">
    {children}
  </bdi>
);
