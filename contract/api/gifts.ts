import { z } from "zod";
import {
  Email,
  objectBody,
  oneLine,
  optionalText,
  requiredText,
  withoutDirectionControls,
} from "../rules/fields.ts";
import { giftLimits } from "../rules/gift-rules.ts";
import { codeText } from "../rules/text-fields.ts";
import { defineMessages } from "../texts.ts";

const messages = defineMessages("gifts", { day: "Enter the day as YYYY-MM-DD." });

const Day = codeText(messages.day, 10).pipe(z.iso.date({ error: messages.day }));

/** Where and when a buyer's gift is sent, and what it says. */
export const GiftInput = objectBody({
  email: Email,
  /** The name of the person who gives it. */
  name: requiredText("Name", giftLimits.name.max)
    .overwrite(withoutDirectionControls)
    .regex(...oneLine("Name")),
  line: optionalText("Message", giftLimits.line.max).transform(
    (line) => line && withoutDirectionControls(line),
  ),
  /** A day in the creator's time zone. */
  day: Day,
});
export type GiftInput = z.output<typeof GiftInput>;
