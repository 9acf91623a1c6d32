import type { ReactNode } from "react";
import type { BlockType } from "../../../../contract/rules/tile-types.ts";
import { FormattedText } from "../../../widgets/formatted-text.tsx";
import { useCreatorText } from "../../layout/page-language.ts";
import type { BlockProps } from "./block-props.ts";
import { Contact } from "./contact.tsx";
import { Countdown } from "./countdown.tsx";
import { Event } from "./event.tsx";
import { Gallery } from "./gallery.tsx";
import { Goal } from "./goal.tsx";
import { Picture } from "./picture.tsx";
import { Questions } from "./questions.tsx";

/** The content of each type of block, below its title. */
const CONTENTS: Record<BlockType, (props: BlockProps) => ReactNode> = {
  heading: Text,
  text: Text,
  questions: Questions,
  picture: Picture,
  gallery: Gallery,
  countdown: Countdown,
  goal: Goal,
  contact: Contact,
  event: Event,
};

/** A block between tiles. It is an item of their list, so that blocks do not split the list. */
export function Block({ type, ...props }: BlockProps & { type: BlockType }) {
  const { id, title, title_shown } = props.tile;
  const Content = CONTENTS[type];
  return (
    <li className={type === "heading" ? "tile-block is-heading" : "tile-block"} {...useCreatorText()}>
      <div data-tile={id}>
        {title_shown && (
          <h2 dir="auto" className="block-title">
            {title}
          </h2>
        )}
        <Content {...props} />
      </div>
    </li>
  );
}

function Text({ tile: { description, title_shown } }: BlockProps) {
  return description !== null && <FormattedText text={description} headingAs={title_shown ? "h3" : "h2"} />;
}
