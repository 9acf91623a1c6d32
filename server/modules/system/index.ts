import { systemRoutes } from "../../../contract/api/system.ts";
import { adminLanguage } from "../../../contract/rules/languages.ts";
import { DEFAULT_PROVIDER } from "../../../contract/rules/order-states.ts";
import { languageOfBody } from "../../platform/http/visitor-language.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import type { Installation } from "./check.ts";
import { countFaults } from "./check-faults.ts";
import { systemGauges } from "./gauges.ts";
import { makeUpForMissedNight, nightlyBackupJob } from "./nightly-backup.ts";
import { checkInstallation } from "./run-checks.ts";

/** Checks of the installation for the admin console. */
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
    maintenance: { "make-up-for-missed-backup": makeUpForMissedNight(infrastructure) },
    gauges: systemGauges(infrastructure),
    processMetrics: [
      {
        name: "tessera_check_faults",
        help: "Faults that `npm run doctor` would find, by check, counted once an hour by each worker",
        type: "gauge",
        label: "check",
        // Runs two checks at once, because requests need the database connections.
        read: countFaults(() => checkInstallation(installation, { atOnce: 2 })),
      },
    ],
    routes: ({ registerRoute }) => {
      // Administrators can send test emails only to themselves.
      registerRoute(systemRoutes.check, async ({ body, viewer, request, reply }) => {
        const language = adminLanguage(languageOfBody(request));
        if (language !== "en") reply.header("Content-Language", language);
        const mailTo = body.sendsMail ? { mailTo: viewer.email } : {};
        return { findings: await checkInstallation(installation, { ...mailTo, language }) };
      });
    },
  } satisfies Module;
}
