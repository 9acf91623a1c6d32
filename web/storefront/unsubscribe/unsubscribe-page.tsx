import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { MessagePage } from "../layout/message-page.tsx";

/** Unsubscribes from marketing emails by a form. Opening the page changes nothing, because mail scanners open links. */
export function UnsubscribePage({
  model: { state, token, creator, isDigest, product, brand },
}: {
  model: ModelOf<"unsubscribe">;
}) {
  if (state === "unknown") {
    return (
      <MessagePage title="This link does not work.">
        It may have been cut off on its way. Please open it again from the email.
      </MessagePage>
    );
  }
  return (
    <CardPage brand={brand}>
      <div
        className="grid justify-items-center gap-5 py-4 text-center"
        role={state === "done" ? "status" : undefined}
      >
        <h1 className="text-3xl text-balance">
          {state === "done"
            ? "You are unsubscribed."
            : isDigest
              ? "Stop the weekly digest?"
              : product !== undefined
                ? "No more news of this product?"
                : "Unsubscribe from emails?"}
        </h1>
        <p className="max-w-[26.6em] text-balance text-muted">
          {state === "done" ? "We won't send " : "You won't receive "}
          {isDigest ? (
            "the weekly digest"
          ) : product !== undefined ? (
            <>
              news of <bdi className="wrap-anywhere">{product}</bdi>
            </>
          ) : creator === null ? (
            "marketing"
          ) : (
            <>
              news from <bdi className="wrap-anywhere">{creator}</bdi>
            </>
          )}
          {state === "done" ? " to this email any more." : " at the email that this link was sent to."} You'll
          still receive emails about your {creator === null && product === undefined && "account and your "}
          orders.
        </p>
        {state === "done" ? (
          <Button href={paths.landing()}>Go to homepage</Button>
        ) : (
          <form method="post" action={paths.unsubscribe(token)}>
            <input type="hidden" name="List-Unsubscribe" value="One-Click" />
            <Button type="submit" variant="primary" size="lg">
              {isDigest ? "Stop the digest" : "Unsubscribe"}
            </Button>
          </form>
        )}
      </div>
    </CardPage>
  );
}
