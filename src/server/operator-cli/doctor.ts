import { noTaxWords } from '#lib/invoice-parties.ts';
import { readConfig, type Config, type StoreConfig } from '#server/settings/config.ts';
import { originAt } from '#server/settings/server-origins.ts';
import type { Database, Store } from '#server/database/database.ts';
import { FolderInUse } from '#server/database/folder-lock.ts';
import { readSetting, type ChargesPause } from '#server/database/settings.ts';
import {
  answerOf,
  findingOf as found,
  lookAtDatabaseClock,
  lookAtGateway,
  lookAtProvider,
  patienceMs,
  uncheckedOf,
  type Finding,
} from '#server/start/outside-parts.ts';
import { readBacklog } from '#server/store/backlog.ts';
import { openSecretBox } from '#server/database/secret-keys.ts';
import { secretStates } from '#server/store/events/sealed-secrets.ts';
import { liveEndpoints } from '#server/store/events/webhooks.ts';
import { StartError } from '#server/start/start-error.ts';
import { openOwnStore } from './admin-client.ts';
import { checkCaptcha, checkMetrics, checkProviderClient } from './check-accounts.ts';

type Environment = Readonly<Record<string, string | undefined>>;

async function lookAtDatabase(config: StoreConfig): Promise<readonly Finding[]> {
  let store: Store;
  try {
    store = await openOwnStore(config, { migrates: config.mode === 'embedded', image: null });
  } catch (error) {
    if (error instanceof FolderInUse)
      return [
        found('database', true, `The platform of process ${error.pid} has the data folder ${config.dataDir}`),
        await lookAtCharges(config),
      ];
    if (error instanceof StartError) return [found('database', false, error.message)];
    throw error;
  }
  try {
    const answers = found('database', true, 'It responds and has the schema of this program');
    const charges = chargesFinding(await readSetting(store.db, 'charges_pause'));
    const secrets = await lookAtSecrets(store.db, config);
    return [
      answers,
      charges,
      secrets,
      ...(await lookAtEndpoints(store.db)),
      await lookAtJobs(store.db),
      // The embedded database uses the clock of this machine, so it needs no check.
      ...(config.mode === 'embedded' ? [] : await lookAtDatabaseClock(store.db)),
    ];
  } finally {
    await store.close();
  }
}

/** The readiness endpoint needs no key on this machine. */
export async function lookAtCharges({ host, port }: Pick<StoreConfig, 'host' | 'port'>): Promise<Finding> {
  const answer = await answerOf(`${originAt(host, port)}/readyz`);
  const { payments, why } = ((await answer?.json().catch(() => null)) ?? {}) as { payments?: string; why?: string };
  if (why === 'charges_paused') return found('charges', false, 'All charges are paused; run billing resume to continue');
  if (payments === 'paused')
    return found('charges', false, `Payments are paused (${why ?? 'without a reason'}); see the log of the platform`);
  if (answer?.status === 200) return found('charges', true, 'Charges are made');
  return uncheckedOf('charges', `The platform ${answer ? 'is not ready' : 'does not respond'} yet`);
}

function chargesFinding(pause: ChargesPause | null): Finding {
  if (pause === null) return found('charges', true, 'Charges are made');
  const { sinceSeconds, by, reason } = pause;
  const why = reason === null ? '' : ` (${reason})`;
  const since = new Date(sinceSeconds * 1000).toISOString();
  return found('charges', false, `All charges have been paused since ${since} by ${by}${why}; run billing resume to continue`);
}

async function lookAtSecrets(db: Database, config: StoreConfig): Promise<Finding> {
  if (config.mode === 'production' && config.secretKeys.current === null)
    return found('secrets', false, 'SECRETS_KEY is not set; print a key with billing secrets-key, or set the one that the platform has');
  const { total, old, unreadable } = await secretStates(db, openSecretBox(config));
  if (unreadable.length > 0)
    return found(
      'secrets',
      false,
      `SECRETS_KEY can't decrypt the secrets of ${unreadable.join(', ')}; set the key that encrypted them, or delete these endpoints and add them again`,
    );
  if (old.length > 0)
    return found('secrets', false, `The secrets of ${old.join(', ')} are not encrypted with SECRETS_KEY yet; run billing migrate`);
  return found('secrets', true, total === 0 ? 'No secret is stored' : `SECRETS_KEY decrypts the secrets of ${total} webhook endpoints`);
}

async function lookAtEndpoints(db: Database): Promise<readonly Finding[]> {
  const endpoints = await liveEndpoints(db);
  const disabled = endpoints.filter(({ disabledAt }) => disabledAt !== null);
  if (disabled.length > 0)
    return disabled.map(({ id, url, disabledReason }) =>
      found(
        'endpoints',
        false,
        `The webhook endpoint ${id} (${new URL(url).host}) ${disabledReason === 'gone' ? 'responded with 410' : 'accepted no event for three days'} and is disabled; repair it, then run billing webhook enable ${id}, or billing webhook remove ${id}`,
      ),
    );
  return [
    found('endpoints', true, endpoints.length === 0 ? 'No webhook endpoint is set up' : `Enabled webhook endpoints: ${endpoints.length}`),
  ];
}

async function lookAtJobs(db: Database): Promise<Finding> {
  const { jobsDead } = await readBacklog(db);
  if (jobsDead === 0) return found('jobs', true, 'No background job has failed permanently');
  return found(
    'jobs',
    false,
    `Background jobs that failed for hours and are no longer retried: ${jobsDead}; see billing jobs list, fix the cause, then run billing jobs retry all`,
  );
}

export async function lookAtEmail({ mode, mail }: Pick<Config, 'mode' | 'mail'>): Promise<Finding> {
  if (!mail)
    return mode === 'embedded'
      ? found('mail', true, 'The postbox of the sandbox, at /sandbox/postbox')
      : uncheckedOf('mail', 'No email is sent yet, and notices wait; set SMTP_URL and MAIL_FROM');
  const { checkSmtp } = await import('#server/notices/smtp.ts');
  const { host } = new URL(mail.url);
  const code = await checkSmtp(mail, patienceMs);
  if (code === null) return found('mail', true, `${host} takes the user and the sender ${mail.from}`);
  if (code.startsWith('MAIL FROM'))
    return found('mail', false, `${host} refuses the sender ${mail.from} (${code}); set MAIL_FROM to one it takes`);
  if (code === 'EAUTH') return found('mail', false, `${host} refuses the user or the password of SMTP_URL; set the right ones`);
  return found('mail', false, `No mail server responds at ${host} (${code}); check SMTP_URL and the network`);
}

/** Reports the seller's tax settings. Invoices charge no tax, so a seller with a VAT number must state the reason. */
export const lookAtTax = ({ seller: { seller } }: Pick<Config, 'seller'>): Finding =>
  seller.no_tax_reason === undefined
    ? uncheckedOf('tax', 'Invoices say that no tax was charged, but not why; set SELLER_NO_TAX_REASON')
    : found('tax', true, `Invoices say "${noTaxWords(seller)}"`);

export async function examinePlatform(config: StoreConfig, environment: Environment): Promise<Finding[]> {
  const findings: Finding[] = [...(await lookAtDatabase(config))];
  try {
    const whole = readConfig(environment);
    const { checkWebhook } = await import('./check-webhook.ts');
    const checks = [lookAtGateway, checkWebhook, checkCaptcha, lookAtProvider, checkProviderClient, lookAtEmail, lookAtTax, checkMetrics];
    for (const check of checks) findings.push(...[await check(whole)].flat());
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    findings.push(found('settings', false, error.message));
  }
  return withClock(findings);
}

export const withClock = (findings: readonly Finding[]): Finding[] =>
  findings.some(({ part }) => part === 'clock')
    ? [...findings]
    : [...findings, uncheckedOf('clock', "This machine's clock could not be compared with another")];

export function findingLine({ part, ok, unchecked, text }: Finding): string {
  const state = unchecked ? 'not checked' : ok ? 'ok' : 'failed';
  return `${state.padEnd(11)} ${part.padEnd(9)} ${text}`;
}
