import { useQuery } from "@tanstack/react-query";
import {
  BookOpenTextIcon,
  CopyIcon,
  ExternalLinkIcon,
  LogOutIcon,
  MailIcon,
  PackageIcon,
  PlusIcon,
  QrCodeIcon,
  SettingsIcon,
  ShieldCheckIcon,
  Undo2Icon,
} from "lucide-react";
import { useMatch, useNavigate } from "react-router";
import type { Creator } from "../../../contract/api/creators.ts";
import { consolePageRoutes } from "../../../contract/pages/console-page-routes.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { hasCreatorPlan } from "../../../contract/rules/rules.ts";
import { t } from "../../../contract/texts.ts";
import { useSite } from "../../lib/site-context.ts";
import { useSettled } from "../../lib/use-debounced-value.ts";
import { useLogout } from "../../lib/use-logout.ts";
import { pageUrlOf } from "../../widgets/visitor-url.ts";
import { membersQuery } from "../audience/queries.ts";
import { copyLink } from "../copy-link.ts";
import { orderQuery } from "../orders/detail/queries.ts";
import { ordersQuery } from "../orders/queries.ts";
import { productsQuery } from "../products/queries.ts";
import { ADDRESS, PAGES, SECTIONS } from "../sections/sections.ts";
import { tilesQuery } from "../tiles/queries.ts";
import { findMatches } from "./match.ts";
import { adminAreasOf, placesOf } from "./places.ts";
import type { Result, ResultGroup } from "./result.ts";
import { PLACE_SYNONYMS, SECTION_SYNONYMS } from "./synonyms.ts";

type Results = { groups: ResultGroup[]; isSearching: boolean; isFailed: boolean };

const MAX = 5;
/** The server is not asked for shorter searches, which would match almost everything. */
const MIN_SEARCH = 2;

/** Returns the results of a search, or places and actions for an empty search. */
export function useResults(creator: Creator, search: string): Results {
  const settled = useSettled(search.trim());
  const navigate = useNavigate();
  const enabled = settled.length >= MIN_SEARCH;
  const isTyped = search.trim() !== "";
  const tiles = useQuery({ ...tilesQuery, enabled: isTyped });
  const products = useQuery({ ...productsQuery, enabled: isTyped });
  const orders = useQuery({ ...ordersQuery({ status: "all", search: settled, page: 1 }), enabled });
  const members = useQuery({ ...membersQuery({ filter: "all", search: settled, page: 1 }), enabled });
  const to = (path: string) => () => void navigate(path);
  const commands = useCommands(creator, to);
  const find = <Entry>(entries: readonly Entry[] = [], textOf: (entry: Entry) => string) =>
    findMatches(entries, { search, max: MAX, textOf });
  // The server's results are hidden until they belong to the current search.
  const isAnswered = enabled && search.trim() === settled;
  const groups: ResultGroup[] = [
    ...commands
      // Without a search, the sections would hide the actions.
      .filter(({ title }) => isTyped || title !== t("Settings"))
      .map(({ title, results }) => ({
        title,
        results: findMatches(results, {
          search,
          max: results.length,
          textOf: ({ label }) => label,
          synonymsOf: ({ synonyms }) => synonyms,
        }),
      })),
    {
      title: t("Tiles"),
      results: find(isTyped ? tiles.data : [], ({ title }) => title).map(({ id, title }) => ({
        key: `tile ${id}`,
        label: title,
        choose: to(paths.editTile(id)),
      })),
    },
    {
      title: t("Products"),
      results: find(isTyped ? products.data : [], ({ name }) => name).map(({ id, name }) => ({
        key: `product ${id}`,
        label: name,
        choose: to(paths.editProduct(id)),
      })),
    },
    {
      title: t("Orders"),
      results: ((isAnswered && orders.data?.orders) || [])
        .slice(0, MAX)
        .map(({ id, product, buyer_email }) => ({
          key: `order ${id}`,
          label: `${id} · ${product.name}`,
          ...(buyer_email !== null && { hint: buyer_email }),
          choose: to(paths.creatorOrder(id)),
        })),
    },
    {
      title: t("Audience"),
      results: ((isAnswered && members.data?.members) || [])
        .slice(0, MAX)
        .map(({ id, email, source_title }) => ({
          key: `member ${id}`,
          label: email,
          hint: source_title,
          choose: to(paths.audienceOf(email)),
        })),
    },
  ];
  const queries = [tiles, products, orders, members];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isSearching: search.trim() !== settled || queries.some(({ isLoading }) => isLoading),
    isFailed: queries.some(({ isError }) => isError),
  };
}

/** Returns the places, the sections of the settings, and frequent actions. */
function useCommands(creator: Creator, to: (path: string) => () => void): ResultGroup[] {
  const { logOut } = useLogout();
  const site = useSite();
  const page = paths.creator(creator.handle);
  const copyPage = () => copyLink(pageUrlOf(creator), t("Copied to clipboard"));
  const areas = creator.is_admin ? adminAreasOf(site).slice(1) : [];
  const places = [
    ...placesOf(creator),
    ...(hasCreatorPlan(creator)
      ? [{ label: t("Campaign links"), to: paths.campaignLinks(), icon: QrCodeIcon }]
      : []),
    { label: t("Books"), to: paths.books(), icon: BookOpenTextIcon },
    ...areas.map(({ label, to }) => ({ label: t("Admin: {label}", { label }), to, icon: ShieldCheckIcon })),
  ].map(({ label, to: path, icon }) => ({
    key: path,
    label,
    icon,
    synonyms: PLACE_SYNONYMS[label] ?? [],
    choose: to(path),
  }));
  const sections = [
    ...SECTIONS.map(({ id, title }) => ({ id, title, path: `${paths.settings()}#${id}` })),
    ...[...(site.hasDomains ? [ADDRESS] : []), ...PAGES].map(({ id, title, to: path }) => ({
      id,
      title,
      path,
    })),
  ].map(({ id, title, path }) => ({
    key: path,
    label: title,
    icon: SettingsIcon,
    synonyms: SECTION_SYNONYMS[id],
    choose: to(path),
  }));
  const order = useOrderActions(to);
  const actions = [
    {
      label: t("Add tile"),
      icon: PlusIcon,
      synonyms: [t("new tile"), t("add link"), t("add a link")],
      choose: to(paths.editTile("new")),
    },
    {
      label: t("Add product"),
      icon: PlusIcon,
      synonyms: [t("new product"), "sell", "upload"],
      choose: to(paths.newProduct()),
    },
    {
      label: t("Write an email"),
      icon: MailIcon,
      synonyms: ["letter", "newsletter", "send"],
      choose: to(paths.audienceEmails()),
    },
    {
      label: t("View page"),
      icon: ExternalLinkIcon,
      synonyms: ["preview", t("open page"), t("live page")],
      choose: () => window.location.assign(page),
    },
    {
      label: t("Copy the link to your page"),
      icon: CopyIcon,
      synonyms: ["share", "url"],
      choose: () => void copyPage(),
    },
    {
      label: t("Logout"),
      icon: LogOutIcon,
      synonyms: [t("log out"), t("sign out")],
      choose: () => void logOut(),
    },
  ].map((action) => ({ ...action, key: action.label }));
  return [
    ...(order.length > 0 ? [{ title: t("This order"), results: order }] : []),
    { title: t("Go to"), results: places },
    { title: t("Settings"), results: sections },
    { title: t("Actions"), results: actions },
  ];
}

/** Returns the actions of the order whose page is open. */
function useOrderActions(to: (path: string) => () => void): Result[] {
  const id = useMatch(consolePageRoutes.creatorOrder.path)?.params.id ?? "";
  const { data } = useQuery({ ...orderQuery(id), enabled: id !== "" });
  if (!data) return [];
  const { order } = data;
  const isPaid = order.status === "paid" || order.status === "partially_refunded";
  const isDue = order.lines.some(({ type, shipped_at }) => type === "physical" && shipped_at === null);
  const actions = [
    {
      action: "refund" as const,
      label: t("Refund this order"),
      icon: Undo2Icon,
      synonyms: [t("return money"), t("pay back")],
      isPossible: order.refundable_cents > 0,
    },
    {
      action: "ship" as const,
      label: t("Ship this order"),
      icon: PackageIcon,
      synonyms: ["tracking", t("mark as shipped"), "send"],
      isPossible: isPaid && isDue,
    },
    {
      action: "resend" as const,
      label: t("Resend the receipt"),
      icon: MailIcon,
      synonyms: [t("email again"), t("download link")],
      isPossible: order.paid_at !== null && order.buyer_email !== null,
    },
  ];
  return actions
    .filter(({ isPossible }) => isPossible)
    .map(({ action, ...result }) => ({
      ...result,
      key: `order ${action}`,
      choose: to(paths.creatorOrder(order.id, action)),
    }));
}
