import { imageSizes } from "../../../contract/rules/rules.ts";

/** The decorative image above a creator's header. */
export function Cover({ url }: { url: string | null }) {
  if (url === null) return null;
  const sizes = imageSizes(url);
  return (
    <img
      alt=""
      className="cover"
      src={url}
      srcSet={sizes?.map((size) => `${size.url} ${size.width}w`).join(", ")}
      sizes={sizes ? "(min-width: 840px) 800px, 94vw" : undefined}
      width={960}
      height={320}
      fetchPriority="high"
      referrerPolicy="no-referrer"
    />
  );
}
