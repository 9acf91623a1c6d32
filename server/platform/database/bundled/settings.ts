// Passed on the command line and not stored in the cluster, so that they follow this program's version.
const settings = {
  listen_addresses: "",
  port: "5432",
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "64MB",
  max_wal_size: "256MB",
  random_page_cost: "1.1",
  jit: "off",
  max_logical_replication_workers: "0",
  // Parallel workers need /dev/shm, which containers keep tiny; our queries do not need them.
  max_parallel_workers_per_gather: "0",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
  // The details of errors contain values such as email addresses, which must not be logged.
  log_error_verbosity: "terse",
  // Queries of a killed Tessera process are cancelled soon, which releases their locks.
  client_connection_check_interval: "1s",
  cluster_name: "tessera",
};

export function settingFlags(socketDir: string): string[] {
  // The setting is a list: quotes keep a comma or space in the path from splitting it.
  const sockets = { unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"` };
  return Object.entries({ ...settings, ...sockets }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
