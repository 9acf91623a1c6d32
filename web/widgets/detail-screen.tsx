import { Link } from "react-router";
import { PageTitle } from "../ui/page-title.tsx";
import type { ListQuery } from "./data-list.tsx";
import { Loaded, type LoadedProps } from "./loading.tsx";

type DetailScreenProps<Data> = Omit<LoadedProps<Data>, "query"> & {
  query: ListQuery<Data>;
  title: string;
  /** The heading until the item is loaded. */
  heading: string;
  /** The item's list. */
  list: { path: string; label: string };
  /** Says that the item does not exist, or false if it may. */
  missing: string | false;
};

const SHAPES = ["h-48 rounded-card", "h-32 rounded-card"];

/** An item of a list on its own page. */
export function DetailScreen<Data>(props: DetailScreenProps<Data>) {
  const { query, title, heading, list, missing, shapes = SHAPES, ...loading } = props;
  const { data, error, refetch } = query;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Link to={list.path} className="link flex min-h-11 items-center justify-self-start">
        {list.label}
      </Link>
      {(data === undefined || missing) && <h1 className="text-3xl sm:text-4xl">{heading}</h1>}
      {missing ? <p>{missing}</p> : <Loaded query={{ data, error, refetch }} shapes={shapes} {...loading} />}
    </>
  );
}
