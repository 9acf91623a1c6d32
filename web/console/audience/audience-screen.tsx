import { People } from "./people.tsx";

/** The creator's audience. */
export function AudienceScreen() {
  return (
    <>
      <title>Audience · Tessera</title>
      <h1 className="text-3xl sm:text-4xl">Audience</h1>
      <People />
    </>
  );
}
