import { useState } from "react";
import { toast } from "sonner";
import { type Block, BlockInput, blockRoutes } from "../../../contract/api/blocks.ts";
import type { BlockKind } from "../../../contract/rules/blocks.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField, TextField } from "../../ui/form-fields.tsx";
import { DataList } from "../../widgets/data-list.tsx";
import { ShortForm, useRequestForm } from "../../widgets/request-form.tsx";
import { Timestamp } from "../../widgets/timestamp.tsx";
import { adminList, useAdminChanged, useAdminQuery, useRowAction } from "../queries.ts";

const KINDS: readonly { value: BlockKind; label: string }[] = [
  { value: "link", label: t("Link target") },
  { value: "email_domain", label: t("Email domain") },
  { value: "handle", label: t("Handle") },
];
const LABELS = new Map<string, string>(KINDS.map(({ value, label }) => [value, label]));
const HELP: Readonly<Record<BlockKind, string>> = {
  link: t("A domain such as spam.example, with all below it, or one URL."),
  email_domain: t(
    "A domain such as mail.example, with all below it. Nobody can register with such an email.",
  ),
  handle: t("A handle. * stands for any text, as in bank*."),
};

/** Blocked domains, handles and words. */
export function BlocksPanel() {
  const [page, setPage] = useState(1);
  const query = useAdminQuery(adminList("blocks", blockRoutes.blocks, { query: { page } }));
  const remove = useRowAction({
    send: (id: number) => request(blockRoutes.removeBlock, { params: { id } }),
    done: t("Block removed."),
    failure: t("Couldn't remove the block."),
  });
  const heading = useFocusFallback<HTMLHeadingElement>(
    query.data?.blocks.some(({ id }) => id === remove.variables) ?? false,
  );
  return (
    <>
      <BlockForm />
      <DataList
        id="blocks"
        title={t("Blocked")}
        headingRef={heading}
        query={query}
        failure={t("Couldn't load what is blocked.")}
        rows={({ blocks }) => blocks}
        empty={t("Nothing is blocked.")}
        pages={{
          countOf: (count) => t("{count, plural, one {# block} other {# blocks}}", { count }),
          onTurn: ({ page: next }) => setPage(next),
        }}
        item={(block) => (
          <BlockItem
            key={block.id}
            block={block}
            busy={remove.isPending && remove.variables === block.id}
            onRemove={() => remove.mutate(block.id)}
          />
        )}
      />
    </>
  );
}

function BlockForm() {
  const changed = useAdminChanged();
  const { form, onSubmit } = useRequestForm(BlockInput, {
    values: { kind: "link", value: "", note: "" },
    send: async (body, { setFocus, reset }) => {
      await request(blockRoutes.addBlock, { body });
      toast.success(t("Blocked."));
      // Focus the field before the reset registers it again.
      setFocus("value");
      reset({ kind: body.kind, value: "", note: "" });
      await changed();
    },
    failure: t("Couldn't block this."),
  });
  const kind = form.watch("kind");
  return (
    <Card title={t("Block something")}>
      <ShortForm form={form} onSubmit={onSubmit} submitLabel={t("Block")} busyLabel={t("Blocking…")}>
        <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
          <SelectField form={form} name="kind" label={t("Kind")} options={KINDS} />
          <TextField
            form={form}
            name="value"
            label={t("What to block")}
            help={HELP[kind]}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <TextField
          form={form}
          name="note"
          label={t("Note")}
          optional
          help={t("Only administrators see it.")}
        />
      </ShortForm>
    </Card>
  );
}

type BlockItemProps = { block: Block; busy: boolean; onRemove: () => void };

function BlockItem({ block: { kind, value, note, created_at }, busy, onRemove }: BlockItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 sm:px-5">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-semibold [overflow-wrap:anywhere]">{value}</p>
        <p className="text-sm text-muted [overflow-wrap:anywhere]">
          <span>{LABELS.get(kind)} · </span>
          <Timestamp at={created_at} />
          {note && (
            <>
              {" "}
              <span>· </span>
              <bdi>{note}</bdi>
            </>
          )}
        </p>
      </div>
      <Button busy={busy} aria-label={t("Unblock {blocked}", { blocked: value })} onClick={onRemove}>
        {t("Unblock")}
      </Button>
    </li>
  );
}
