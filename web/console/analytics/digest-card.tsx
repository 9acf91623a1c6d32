import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch } from "../../ui/switch.tsx";
import { digestQuery, useSaveDigest } from "./queries.ts";

/** Starts and ends the weekly digest; saved at once. */
export function DigestCard() {
  const { data } = useQuery(digestQuery);
  const save = useSaveDigest();
  return (
    <Card title="Weekly digest">
      <Switch
        label="Email me once a week"
        help="On Mondays at 8 in your time zone: what changed and what may have caused it, your best tile and source, your sales. Nothing when nothing happened."
        checked={save.isPending ? save.variables : (data?.enabled ?? false)}
        disabled={data === undefined || save.isPending}
        onChange={({ currentTarget: { checked } }) => save.mutate(checked)}
      />
      {save.error && <Alert tone="bad">{errorMessage(save.error, "Couldn't save.")}</Alert>}
    </Card>
  );
}
