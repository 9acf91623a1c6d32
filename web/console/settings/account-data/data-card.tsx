import { type ReactNode, useId } from "react";

/** A part of the page about the account's data. */
export function DataCard({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <div className="grid gap-1.5">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        {about && <p className="text-[15px] text-muted">{about}</p>}
      </div>
      {children}
    </section>
  );
}
