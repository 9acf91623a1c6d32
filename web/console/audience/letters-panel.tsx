import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Letter } from "../../../contract/api/letters.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Name } from "../../ui/name.tsx";
import { RowAction } from "../../ui/row-action.tsx";
import { ConfirmDialog } from "../../widgets/confirm-dialog.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { useCreator } from "../creator-context.ts";
import { timeWithZone } from "./composer-notices.tsx";
import { lettersQuery, useDeleteLetter } from "./queries.ts";

type LettersProps = {
  /** The draft in the editor, or 0 for a new email. */
  edited: number;
  onEdit: (id: number) => void;
};

/** The drafts and scheduled emails. */
export function Letters({ edited, onEdit }: LettersProps) {
  const query = useQuery(lettersQuery);
  const [deleting, setDeleting] = useState<Letter | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const remove = useDeleteLetter();
  const finish = (id: number) => {
    flushSync(() => setDeleting(null));
    if (id === edited) onEdit(0);
    heading.current?.focus();
  };
  return (
    <>
      <DataList
        id="letters"
        title={t("Drafts and scheduled emails")}
        headingRef={heading}
        query={query}
        failure={t("Couldn't load your drafts.")}
        actions={edited !== 0 && <Button onClick={() => onEdit(0)}>{t("Write a new email")}</Button>}
        rows={(letters) => letters}
        empty={t("No drafts yet.")}
        item={(letter) => (
          <Row
            key={letter.id}
            letter={letter}
            isEdited={letter.id === edited}
            onEdit={() => onEdit(letter.id)}
            onDelete={() => setDeleting(letter)}
          />
        )}
      />
      <ConfirmDialog
        open={deleting !== null}
        title={deleting?.send_at ? t("Delete this scheduled email?") : t("Delete this draft?")}
        confirm={t("Delete")}
        failure={t("Couldn't delete the email.")}
        work={remove}
        onConfirm={() => deleting && remove.mutate(deleting, { onSuccess: () => finish(deleting.id) })}
        onClose={() => setDeleting(null)}
      >
        {rich("{title} is not sent. This cannot be undone.", {
          title: <Name>{deleting && titleOf(deleting)}</Name>,
        })}
      </ConfirmDialog>
    </>
  );
}

const titleOf = ({ subject }: Letter) => subject || t("No subject");

type RowProps = { letter: Letter; isEdited: boolean; onEdit: () => void; onDelete: () => void };

function Row({ letter, isEdited, onEdit, onDelete }: RowProps) {
  const { time_zone } = useCreator();
  const { send_at, problem, updated_at } = letter;
  const title = titleOf(letter);
  return (
    <li className="grid grid-cols-1 items-center gap-x-5 gap-y-2 border-t border-line px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid min-w-0 gap-1">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </p>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          {send_at ? (
            <>
              <Badge tone="good">{t("Scheduled")}</Badge> {timeWithZone(send_at, time_zone)}
            </>
          ) : (
            <>
              <Badge tone={problem ? "bad" : "neutral"}>{problem ? t("Not sent") : t("Draft")}</Badge>
              <span>{rich("changed {date}", { date: <Timestamp at={updated_at} /> })}</span>
            </>
          )}
        </p>
        {problem && <p className="text-sm text-bad [overflow-wrap:anywhere]">{problem}</p>}
      </div>
      <div className="-mx-3 flex flex-wrap">
        {isEdited ? (
          <span className="inline-flex min-h-11 items-center px-3 text-sm text-muted">
            {t("In the editor")}
          </span>
        ) : (
          <RowAction name={t("Edit")} label={t("Edit {title}", { title })} onClick={onEdit} />
        )}
        <RowAction name={t("Delete")} label={t("Delete {title}", { title })} isDanger onClick={onDelete} />
      </div>
    </li>
  );
}
