// The health check of a container. Exits with 0 while the process can serve requests.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;
const isHealthy = await fetch(url, { signal: AbortSignal.timeout(4000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isHealthy ? 0 : 1);
