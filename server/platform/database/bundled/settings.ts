// Given on the command line rather than kept in the cluster, so that they follow this program's version.
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
  // Values such as e-mail addresses appear in the details of errors, and have no place in a log.
  log_error_verbosity: "terse",
  // What a killed Tessera was asking for ends soon, and with it the locks it held.
  client_connection_check_interval: "1s",
  cluster_name: "tessera",
};

export function settingFlags(socketDir: string): string[] {
  // The setting is a list: quotes keep a comma or space in the path from splitting it.
  const sockets = { unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"` };
  return Object.entries({ ...settings, ...sockets }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
