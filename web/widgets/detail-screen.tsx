import { Link } from "react-router";
import type { ListQuery } from "./data-list.tsx";
import { Loaded, type LoadedProps } from "./loading.tsx";

type DetailScreenProps<Data> = Omit<LoadedProps<Data>, "query"> & {
  query: ListQuery<Data>;
  title: string;
  /** The heading until there is one of what is shown. */
  heading: string;
  /** The list that it belongs to. */
  list: { path: string; label: string };
  /** Says that it does not exist; false for what may exist. */
  missing: string | false;
};

const SHAPES = ["h-48 rounded-card", "h-32 rounded-card"];

/** One row of a list on a page of its own. */
export function DetailScreen<Data>(props: DetailScreenProps<Data>) {
  const { query, title, heading, list, missing, shapes = SHAPES, ...loading } = props;
  const { data, error, refetch } = query;
  return (
    <>
      <title>{title}</title>
      <Link to={list.path} className="link flex min-h-11 items-center justify-self-start">
        {list.label}
      </Link>
      {(data === undefined || missing) && <h1 className="text-3xl sm:text-4xl">{heading}</h1>}
      {missing ? <p>{missing}</p> : <Loaded query={{ data, error, refetch }} shapes={shapes} {...loading} />}
    </>
  );
}
