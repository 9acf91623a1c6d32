import { CheckIcon, CopyIcon } from "lucide-react";
import { toast } from "sonner";
import type { DomainRecord } from "../../../contract/api/domains.ts";
import { t } from "../../../contract/texts.ts";
import { useCopy } from "../../lib/use-copy.ts";

type DnsRecordsProps = {
  title: string;
  /** Says what the records are for. */
  about: string;
  records: readonly DomainRecord[];
};

/** Records to set at the provider of a domain, each with its name and value to copy. */
export function DnsRecords({ title, about, records }: DnsRecordsProps) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-2">
      <p>
        <strong className="font-semibold">{title}.</strong> <span className="text-muted">{about}</span>
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {records.map((record) => (
          <li
            key={`${record.type} ${record.value}`}
            className="rounded-control border border-line bg-ground px-3.5 py-1"
          >
            <dl className="grid grid-cols-1 divide-y divide-line">
              <Part label={t("Type")} value={record.type} />
              <Part
                label={t("Name")}
                value={record.name}
                copyLabel={t("Copy the name of the {type} record", { type: record.type })}
              />
              <Part
                label={t("Value")}
                value={record.value}
                copyLabel={t("Copy the value of the {type} record", { type: record.type })}
              />
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `copyLabel` is the label of the button for copying. Without it, nothing can be copied. */
function Part({ label, value, copyLabel }: { label: string; value: string; copyLabel?: string }) {
  return (
    <div className="flex min-h-11 items-center gap-3">
      <dt className="w-12 shrink-0 text-sm text-muted">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-3">
        <code dir="ltr" className="min-w-0 py-1.5 text-sm [overflow-wrap:anywhere]">
          {value}
        </code>
        {copyLabel !== undefined && <CopyButton text={value} label={copyLabel} />}
      </dd>
    </div>
  );
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      title={label}
      onClick={async () => {
        if (!(await copy(text)))
          toast.error(t("Your browser does not allow copying. Select the text instead."));
      }}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-primary"
    >
      {copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
      <span className="sr-only" aria-live="polite">
        {copied ? t("Copied!") : label}
      </span>
    </button>
  );
}
