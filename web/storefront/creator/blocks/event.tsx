import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { formatEventTime } from "../../../lib/format.ts";
import { rich } from "../../../lib/rich.ts";
import { Button } from "../../../ui/button.tsx";
import { FormattedText } from "../../../widgets/formatted-text.tsx";
import { usePageLanguage } from "../../layout/page-language.ts";
import { isSoldOut } from "../events.ts";
import type { BlockProps } from "./block-props.ts";

/** Date, place and tickets of an event, and its calendar file. */
export function Event({ creator, tile }: BlockProps) {
  const language = usePageLanguage();
  const { id, event, description } = tile;
  if (!event) return null;
  return (
    <>
      <p className="block-when">
        <time dateTime={event.starts_at}>{formatEventTime(event, language)}</time>
      </p>
      {event.place !== null && (
        <p dir="auto" className="block-note at-start">
          {event.place}
        </p>
      )}
      {description !== null && <FormattedText text={description} headingAs="h3" />}
      <p className="block-actions">
        <Tickets handle={creator.handle} tile={tile} />
        <Button href={paths.eventCalendar(creator.handle, id)} download rel="nofollow">
          {t("Add to calendar")}
        </Button>
      </p>
    </>
  );
}

function Tickets({ handle, tile }: { handle: string; tile: BlockProps["tile"] }) {
  const { id, title, url, product } = tile;
  if (isSoldOut(tile)) return <b>{t("Sold out")}</b>;
  const label = (
    <span>
      {rich("Tickets<hidden> for {title}</hidden>", {
        title,
        hidden: (inside) => <span className="sr-only">{inside}</span>,
      })}
    </span>
  );
  if (url !== null)
    return (
      <Button href={url} target="_blank" rel="noopener" variant="primary" data-tile={id}>
        {label}
      </Button>
    );
  if (!product?.slug) return null;
  return (
    <Button href={paths.product(handle, product.slug)} variant="primary" data-tile={id}>
      {label}
    </Button>
  );
}
