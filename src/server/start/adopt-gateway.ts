import { createClock } from '#server/clock.ts';
import type { Config } from '#server/settings/config.ts';
import { openStore } from '#server/database/open.ts';
import { readSetting } from '#server/database/settings.ts';
import type { Log } from '#server/tracing/log.ts';
import { describeError } from '#server/payments/gateway-calls.ts';
import { adoptGateway } from '#server/payments/gateway-instance.ts';
import { openGateway } from '#server/payments/open-payments.ts';
import { StartError } from './start-error.ts';

/** Adopts the configured gateway; running processes use it within a minute. @returns the message @throws {StartError} on failure */
export async function adoptGatewayOf(config: Config, log: Log): Promise<string> {
  const { mode, dataDir, databaseUrl, connection } = config;
  const report = (error: Error): void => log.error({ err: error }, 'a database connection broke');
  const store = await openStore({ mode, dataDir, databaseUrl, connection, startImage: null, migrates: mode === 'embedded', report });
  try {
    const clock = createClock(mode === 'embedded' ? ((await readSetting(store.db, 'clock_offset_ms')) ?? 0) : 0);
    const { gateway, sandbox } = await openGateway({ config, clock, log, sandboxAssets: dataDir, automatic: false }, () => '');
    try {
      const adopted = await adoptGateway({ db: store.db, gateway });
      if ('kind' in adopted) throw new StartError(`The payment gateway can't be adopted: ${describeError(adopted)}. Try again.`);
      return [
        'The payment gateway belongs to this database now. Every other database stops its payments there.',
        ...(adopted.customersAreUnknown
          ? ['The gateway does not have the customers of this database: their cards must be added again.']
          : []),
      ].join('\n');
    } finally {
      await sandbox?.close();
    }
  } finally {
    await store.close();
  }
}
