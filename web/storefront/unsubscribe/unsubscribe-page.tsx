import type { ReactNode } from "react";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { MessagePage } from "../layout/message-page.tsx";

type UnsubscribeModel = ModelOf<"unsubscribe">;

/** Unsubscribes from marketing emails by a form. Opening the page changes nothing, because mail scanners open links. */
export function UnsubscribePage({ model }: { model: UnsubscribeModel }) {
  const { state, token, creator, isDigest, product, brand } = model;
  if (state === "unknown") {
    return (
      <MessagePage title={t("This link does not work.")}>
        {t("It may have been cut off on its way. Please open it again from the email.")}
      </MessagePage>
    );
  }
  const isDone = state === "done";
  return (
    <CardPage brand={brand}>
      <div className="grid justify-items-center gap-5 py-4 text-center" role={isDone ? "status" : undefined}>
        <h1 className="text-3xl text-balance">{isDone ? t("You are unsubscribed.") : question(model)}</h1>
        <p className="max-w-[26.6em] text-balance text-muted">
          {isDone ? result(model) : effect(model)}{" "}
          {creator === null && product === undefined
            ? t("You'll still receive emails about your account and your orders.")
            : t("You'll still receive emails about your orders.")}
        </p>
        {isDone ? (
          <Button href={paths.landing()}>{t("Go to homepage")}</Button>
        ) : (
          <form method="post" action={paths.unsubscribe(token)}>
            <input type="hidden" name="List-Unsubscribe" value="One-Click" />
            <Button type="submit" variant="primary" size="lg">
              {isDigest ? t("Stop the digest") : t("Unsubscribe")}
            </Button>
          </form>
        )}
      </div>
    </CardPage>
  );
}

function question({ isDigest, product }: UnsubscribeModel): string {
  if (isDigest) return t("Stop the weekly digest?");
  return product === undefined ? t("Unsubscribe from emails?") : t("No more news of this product?");
}

/** Says what unsubscribing will do. */
function effect({ isDigest, product, creator }: UnsubscribeModel): ReactNode {
  if (isDigest) return t("You won't receive the weekly digest at the email that this link was sent to.");
  if (product !== undefined)
    return rich("You won't receive news of {product} at the email that this link was sent to.", {
      product: <Name>{product}</Name>,
    });
  if (creator === null) return t("You won't receive marketing at the email that this link was sent to.");
  return rich("You won't receive news from {name} at the email that this link was sent to.", {
    name: <Name>{creator}</Name>,
  });
}

/** Says what unsubscribing has done. */
function result({ isDigest, product, creator }: UnsubscribeModel): ReactNode {
  if (isDigest) return t("We won't send the weekly digest to this email any more.");
  if (product !== undefined)
    return rich("We won't send news of {product} to this email any more.", {
      product: <Name>{product}</Name>,
    });
  if (creator === null) return t("We won't send marketing to this email any more.");
  return rich("We won't send news from {name} to this email any more.", { name: <Name>{creator}</Name> });
}

const Name = ({ children }: { children: string }) => <bdi className="wrap-anywhere">{children}</bdi>;
