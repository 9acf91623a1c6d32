import { systemRoutes } from "../../../contract/api/system.ts";
import { DEFAULT_PROVIDER } from "../../../contract/rules/order-states.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Installation } from "./check.ts";
import { systemGauges } from "./gauges.ts";
import { nightlyBackupJob } from "./nightly-backup.ts";
import { checkInstallation } from "./run-checks.ts";

/** Creates the module that checks the installation, for the admin console. */
export function createSystem(infrastructure: Infrastructure) {
  const { sender, storage, accountProviders, subscriptions, jobs, openId } = infrastructure;
  const installation: Installation = {
    ...infrastructure,
    openMail: async () => sender,
    openProviders: async () => openId,
    openStorage: async () => storage,
    openPayments: async () => ({
      ...accountProviders[DEFAULT_PROVIDER],
      findOffer: (productId) => subscriptions.findOffer(productId),
    }),
    openOtherProviders: async () =>
      Object.values(accountProviders).filter(({ provider }) => provider !== DEFAULT_PROVIDER),
    readQueues: () => jobs.readQueues(),
  };
  return {
    jobs: [nightlyBackupJob(infrastructure)],
    gauges: systemGauges(infrastructure),
    routes: ({ registerRoute }) => {
      // An administrator sends a test email to no other address than their own.
      registerRoute(systemRoutes.check, async ({ body, viewer }) => ({
        findings: await checkInstallation(installation, body.sendsMail ? { mailTo: viewer.email } : {}),
      }));
    },
  } satisfies Module;
}
