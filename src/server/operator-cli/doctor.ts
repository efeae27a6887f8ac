import { readConfig, type StoreConfig } from '#server/config.ts';
import type { Store } from '#server/database/database.ts';
import { FolderInUse } from '#server/database/folder-lock.ts';
import { findingOf, lookAtDatabaseClock, lookAtGateway, lookAtProvider, lookAtWebhook, type Finding } from '#server/outside-parts.ts';
import { StartError } from '#server/start-error.ts';
import { openOwnStore } from './admin-client.ts';

type Environment = Readonly<Record<string, string | undefined>>;

async function lookAtDatabase(config: StoreConfig): Promise<readonly Finding[]> {
  let store: Store;
  try {
    store = await openOwnStore(config, { migrates: config.mode === 'embedded', image: null });
  } catch (error) {
    if (error instanceof FolderInUse)
      return [findingOf('database', true, `The platform of process ${error.pid} has the data folder ${config.dataDir}`)];
    if (error instanceof StartError) return [findingOf('database', false, error.message)];
    throw error;
  }
  try {
    return [findingOf('database', true, 'It answers and has the schema of this program'), ...(await lookAtDatabaseClock(store.db))];
  } finally {
    await store.close();
  }
}

/** Looks at everything that the platform rests on. */
export async function examinePlatform(config: StoreConfig, environment: Environment): Promise<Finding[]> {
  const findings: Finding[] = [...(await lookAtDatabase(config))];
  try {
    const whole = readConfig(environment);
    findings.push(await lookAtGateway(whole), await lookAtWebhook(whole), ...(await lookAtProvider(whole)));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    findings.push(findingOf('settings', false, error.message));
  }
  if (!findings.some(({ part }) => part === 'clock')) findings.push(findingOf('clock', true, 'This machine tells the time of the others'));
  return findings;
}
