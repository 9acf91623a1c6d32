import { DownloadIcon } from "lucide-react";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { formatBytes } from "../../lib/bytes.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { BuyerMessages } from "../../widgets/buyer-messages.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage, Note } from "../layout/card-page.tsx";
import { creatorName } from "../layout/creator-name.ts";
import { Instant } from "../layout/isolated.tsx";
import { OrderVersions } from "./order-versions.tsx";
import { TestModeNote } from "./test-mode-note.tsx";

type Gift = ModelOf<"gift">;

/** A gift for its receiver, with its files. It says nothing of the payment. */
export function GiftPage({ model }: { model: Gift }) {
  const { product, creator, from, line, mode } = model;
  return (
    <CardPage brand={model.brand}>
      <div className="grid grid-cols-1 gap-5">
        <h1 className="text-3xl">{t("A gift for you")}</h1>
        <TestModeNote mode={mode} isOver />
        <div className="grid gap-1">
          <p dir="auto" className="text-lg font-semibold wrap-anywhere">
            {product}
          </p>
          <p className="text-muted wrap-anywhere">
            {rich("By {creator}", { creator: <bdi>{creatorName(creator)}</bdi> })}
          </p>
        </div>
        {(line !== null || from !== null) && (
          <blockquote className="grid gap-2 rounded-control bg-tint px-4 py-3">
            {line !== null && (
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {line}
              </p>
            )}
            {from !== null && (
              <p className="text-sm text-muted wrap-anywhere">
                {rich("From {giver}", { giver: <bdi>{from}</bdi> })}
              </p>
            )}
          </blockquote>
        )}
        <BuyerMessages creator={creatorName(creator)} messages={model.messages} />
        {model.access === "given" ? <Files model={model} /> : <Ended access={model.access} />}
        <OrderVersions versions={model.versions} />
        <div className="flex flex-wrap justify-center gap-2">
          <Button href={paths.library()} variant="quiet">
            {t("All your purchases")}
          </Button>
          {creator.handle !== "" && <BackToCreator handle={creator.handle} />}
        </div>
      </div>
    </CardPage>
  );
}

function Files({ model: { files, path, creator } }: { model: Gift }) {
  const open = files.flatMap(({ url, expires_at, ...file }) =>
    url !== null && expires_at !== null && Date.parse(expires_at) > Date.now()
      ? { ...file, url, expires_at }
      : [],
  );
  const [until] = open.map(({ expires_at }) => expires_at).sort();
  const works = workUntil({ open: open.length, files: files.length });
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {open.length > 0 && (
        <ul className="grid divide-y divide-line rounded-control border border-line">
          {open.map(({ id, name, size, url, bought_url }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 px-3 py-1.5">
              <p className="min-w-0 flex-1">
                <bdi className="block font-medium wrap-anywhere">{name}</bdi>
                <span className="block text-sm text-muted">{formatBytes(size)}</span>
              </p>
              {/* A form instead of a link, because crawlers follow links. */}
              <form action={url} className="contents">
                <Button
                  type="submit"
                  aria-label={t("Download {file}", { file: name })}
                  className="max-sm:size-11 max-sm:px-0!"
                >
                  <DownloadIcon size={18} />
                  <span className="max-sm:sr-only">{t("Download")}</span>
                </Button>
                {bought_url !== null && (
                  <Button
                    type="submit"
                    name="version"
                    value="bought"
                    variant="quiet"
                    className="w-full whitespace-normal!"
                    aria-label={t("Get the version that was bought of {file}", { file: name })}
                  >
                    {t("Get the version that was bought")}
                  </Button>
                )}
              </form>
            </li>
          ))}
        </ul>
      )}
      <p className="text-center text-sm text-muted">
        {until === undefined
          ? t(
              files.length > 1
                ? "The downloads have expired. Get new links any time."
                : "The download has expired. Get a new link any time.",
            )
          : rich(works, {
              date: <Instant at={until} timeZone={creator.time_zone} />,
            })}
      </p>
      <form method="post" action={path} className="grid">
        <Button type="submit" variant={until === undefined ? "primary" : "plain"}>
          {t(files.length > 1 ? "Get new links" : "Get a new link")}
        </Button>
      </form>
    </div>
  );
}

function workUntil({ open, files }: { open: number; files: number }) {
  if (open > 1) return text("These downloads work until {date}. Get new links any time.");
  return files > 1
    ? text("This download works until {date}. Get new links any time.")
    : text("This download works until {date}. Get a new link any time.");
}

const Ended = ({ access }: Pick<Gift, "access">) => (
  <Note tone="warn" role="status">
    {t(
      access === "paused"
        ? "Downloads are paused while a bank reviews the payment."
        : "This gift has ended, because its payment was returned.",
    )}
  </Note>
);
