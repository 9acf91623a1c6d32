import type { AdminUser } from "../../../contract/api/admin.ts";

/** The display name is isolated: text from right to left in it must not reorder the sentence. */
export function UserName({ user: { display_name, email } }: { user: AdminUser }) {
  return (
    <strong className="font-semibold text-ink">
      {display_name ? (
        <>
          <bdi>{display_name}</bdi> ({email})
        </>
      ) : (
        email
      )}
    </strong>
  );
}
