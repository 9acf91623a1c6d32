import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import {
  type Domain,
  type DomainChange,
  type DomainInput,
  domainRoutes,
} from "../../../contract/api/domains.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { meQuery } from "../../lib/session.ts";

const DOMAINS = ["domains"];
const RELOAD_MS = 30_000;

/** The creator's own domains. Reloads while the server looks for the record of one. */
export const domainsQuery = queryOptions({
  queryKey: DOMAINS,
  queryFn: async ({ client, signal }) => {
    const list = await request(domainRoutes.list, { signal });
    const main = list.domains.find(({ is_main }) => is_main);
    client.setQueryData(
      meQuery.queryKey,
      (creator) => creator && { ...creator, page_url: main && `${originOf(main)}/` },
    );
    return list;
  },
  // The server reads the records without the console.
  staleTime: 0,
  refetchInterval: ({ state }) =>
    state.data?.domains.some((domain) => domain.state !== "proven") ? RELOAD_MS : false,
});

function useReload() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: DOMAINS });
}

export const useAddDomain = () =>
  useMutation({
    mutationFn: (body: DomainInput) => request(domainRoutes.add, { body }),
    onSettled: useReload(),
  });

export const useCheckDomain = () =>
  useMutation({
    mutationFn: ({ id }: Domain) => request(domainRoutes.check, { params: { id } }),
    onSettled: useReload(),
  });

export const useChangeDomain = () =>
  useMutation({
    mutationFn: ({ id, ...body }: DomainChange & Pick<Domain, "id">) =>
      request(domainRoutes.change, { params: { id }, body }),
    onSettled: useReload(),
  });

export const useRemoveDomain = () =>
  useMutation({
    mutationFn: ({ id }: Domain) => request(domainRoutes.remove, { params: { id } }),
    onSuccess: () => void toast.success(t("Domain removed.")),
    onSettled: useReload(),
  });

/** Returns the origin of a domain, which has the scheme and the port of this site. */
export function originOf({ name }: Pick<Domain, "name">): string {
  const { protocol, port } = window.location;
  return `${protocol}//${name}${port && `:${port}`}`;
}
