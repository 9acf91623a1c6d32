/** Returns the errors of settings that do not fit together, besides the errors of each setting. */
export function findContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  if (Boolean(given.GOOGLE_CLIENT_ID) !== Boolean(given.GOOGLE_CLIENT_SECRET)) {
    const missing = given.GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID";
    problems.push(`${missing} is required beside the other of the two`);
  }
  for (const name of [
    "STRIPE_PUBLISHABLE_KEY",
    "STRIPE_API_BASE",
    "STRIPE_CONNECT_WEBHOOK_SECRET",
  ] as const) {
    if (given[name] && !given.STRIPE_SECRET_KEY)
      problems.push(`${name} is of use only beside STRIPE_SECRET_KEY`);
  }
  const modeOf = (key: string | undefined) => /^[a-z]+_(live|test)_/.exec(key ?? "")?.[1];
  const [secret, publishable] = [modeOf(given.STRIPE_SECRET_KEY), modeOf(given.STRIPE_PUBLISHABLE_KEY)];
  if (secret && publishable && secret !== publishable) {
    problems.push(
      `STRIPE_PUBLISHABLE_KEY must be of the same mode as STRIPE_SECRET_KEY, such as pk_${secret}_…`,
    );
  }
  if (given.DATABASE_URL && !given.APP_SECRET)
    problems.push("APP_SECRET is required when DATABASE_URL is set");
  return problems;
}
