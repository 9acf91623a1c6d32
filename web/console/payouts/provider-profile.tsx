import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { accountProfileRoutes } from "../../../contract/api/account-profiles.ts";
import { PROVIDER_NAMES, type ProviderName } from "../../../contract/rules/order-states.ts";
import { t } from "../../../contract/texts.ts";
import { errorMessage, request } from "../../lib/api.ts";
import { routeQuery } from "../../lib/route-query.ts";
import { Field } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Select } from "../../ui/select.tsx";
import { accountQuery, connectQuery } from "./connect-queries.ts";

/** Nested under the account's cache key: a change of the account may change the profiles, too. */
const profilesQuery = (provider: ProviderName) =>
  routeQuery([...connectQuery.queryKey, provider, "profiles"], accountProfileRoutes.list, {
    query: { provider },
  });

function useSelectProfile(provider: ProviderName) {
  const queryClient = useQueryClient();
  return useMutation({
    // Sends requests one after another, so that the last choice is saved last.
    scope: { id: "account profile" },
    mutationFn: (profileId: string) =>
      request(accountProfileRoutes.select, { body: { provider, profileId } }),
    onSuccess: (listed) => {
      queryClient.setQueryData(profilesQuery(provider).queryKey, listed);
      void queryClient.invalidateQueries({ ...accountQuery(provider), exact: true });
    },
    // The profile may have been removed at the provider.
    onError: () => void queryClient.invalidateQueries(profilesQuery(provider)),
  });
}

/** Selects the website profile for sales if the account has several. Saves the choice at once. */
export function AccountProfile({ provider }: { provider: ProviderName }) {
  const { data, error, refetch } = useQuery(profilesQuery(provider));
  const selecting = useSelectProfile(provider);
  const providerName = PROVIDER_NAMES[provider];
  if (error && !data)
    return (
      <LoadFailure onRetry={refetch}>{errorMessage(error, t("Couldn't load your profiles."))}</LoadFailure>
    );
  if (!data || data.profiles.length < 2) return null;
  const selected = data.profiles.find((profile) => profile.selected)?.id ?? "";
  return (
    <Field
      label={t("Website profile at {providerName}", { providerName })}
      help={t(
        "Buyers see its name where they pay. Payments that are open stay with the profile they were started on.",
      )}
      {...(selecting.error && { error: errorMessage(selecting.error, t("Couldn't select the profile.")) })}
    >
      {(control) => (
        <Select
          {...control}
          // Shows the requested profile during the request.
          value={selecting.isPending ? selecting.variables : selected}
          onChange={({ target }) => selecting.mutate(target.value)}
        >
          {selected === "" && (
            <option value="" disabled>
              {t("None takes payments")}
            </option>
          )}
          {data.profiles.map(({ id, name, can_sell }) => (
            <option key={id} value={id} disabled={!can_sell}>
              {can_sell ? name : t("{name} (takes no payments)", { name })}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
