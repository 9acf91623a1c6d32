/** The keys of PostgreSQL's advisory locks. Each key has one purpose, the same on every node. */
export const advisoryLocks = {
  migration: 7_353_177,
  analyticsRollup: 7_353_178,
  analyticsPartitions: 7_353_179,
  backup: 7_353_180,
  demoSeed: 7_353_181,
  firstAccount: 7_353_183,
  jobMigration: 7_353_184,
  eventMove: 7_353_185,
  admins: 7_353_186,
  backupVerification: 7_353_187,
  dataFolder: 78_357_766,
} as const;
