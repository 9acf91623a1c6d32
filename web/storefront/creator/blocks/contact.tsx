import { paths } from "../../../../contract/rules/paths.ts";
import { t } from "../../../../contract/texts.ts";
import { Button } from "../../../ui/button.tsx";
import { FormattedText } from "../../../widgets/formatted-text.tsx";
import type { BlockProps } from "./block-props.ts";

/** Ways to reach the creator, as plain links, and the same as a file for the phone's contacts. */
export function Contact({ creator, tile: { id, contact, description, title_shown } }: BlockProps) {
  if (!contact) return null;
  const { name, email, phone, whatsapp } = contact;
  return (
    <div>
      {name !== null && (
        <p dir="auto">
          <b>{name}</b>
        </p>
      )}
      {description !== null && <FormattedText text={description} headingAs={title_shown ? "h3" : "h2"} />}
      {email !== null && (
        <p className="at-start">
          <a href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`} className="link wrap-anywhere">
            <bdi>{email}</bdi>
          </a>
        </p>
      )}
      {phone !== null && (
        <p className="at-start">
          <a href={`tel:${phone}`} className="link">
            <bdi>{phone}</bdi>
          </a>
        </p>
      )}
      <p className="block-actions">
        {whatsapp !== null && (
          <Button href={`https://wa.me/${whatsapp.slice(1)}`} target="_blank" rel="noopener">
            WhatsApp
          </Button>
        )}
        <Button href={paths.contactCard(creator.handle, id)} download rel="nofollow">
          {t("Save contact")}
        </Button>
      </p>
    </div>
  );
}
