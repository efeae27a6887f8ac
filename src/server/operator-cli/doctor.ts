import { originAt, readConfig, type Config, type StoreConfig } from '#server/config.ts';
import type { Database, Store } from '#server/database/database.ts';
import { FolderInUse } from '#server/database/folder-lock.ts';
import { readSetting, type ChargesPause } from '#server/database/settings.ts';
import { databaseClock } from '#server/store/processes.ts';
import { liveEndpoints } from '#server/store/events/webhooks.ts';
import { StartError } from '#server/start-error.ts';
import { openOwnStore } from './admin-client.ts';
import { asSentence } from './answers.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface Finding {
  readonly part: 'settings' | 'database' | 'charges' | 'gateway' | 'webhook' | 'provider' | 'mail' | 'endpoints' | 'clock';
  readonly ok: boolean;
  /** What was found and, where something is wrong, what to do. */
  readonly text: string;
}

/** Cycles and signed events go wrong with a clock that is off by more. Seconds. */
const mostDrift = 30;
const patienceMs = 5000;

const found = (part: Finding['part'], ok: boolean, text: string): Finding => ({ part, ok, text: asSentence(text) });

const answerOf = (address: string, init: RequestInit = {}): Promise<Response | null> =>
  fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) }).catch(() => null);

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
    const drift = Math.round(Math.abs((await databaseClock(store.db)).getTime() - Date.now()) / 1000);
    const clock = drift > mostDrift ? driftFinding('the database', drift) : null;
    const answers = found('database', true, 'It answers and has the schema of this program');
    return [answers, chargesFinding(await readSetting(store.db, 'charges_pause')), ...(await lookAtEndpoints(store.db)), ...(clock ? [clock] : [])];
  } finally {
    await store.close();
  }
}

/** A running platform says it to anyone on this machine. */
async function lookAtCharges({ host, port }: StoreConfig): Promise<Finding> {
  const answer = await answerOf(`${originAt(host, port)}/readyz`);
  const { why } = ((await answer?.json().catch(() => null)) ?? {}) as { why?: string };
  return why === 'charges_paused'
    ? found('charges', false, 'All charges are paused; run billing resume to go on')
    : found('charges', true, answer ? 'Charges are made' : 'The platform does not answer yet');
}

function chargesFinding(pause: ChargesPause | null): Finding {
  if (pause === null) return found('charges', true, 'Charges are made');
  const { sinceSeconds, by, reason } = pause;
  const why = reason === null ? '' : ` (${reason})`;
  const since = new Date(sinceSeconds * 1000).toISOString();
  return found('charges', false, `All charges are paused since ${since} by ${by}${why}; run billing resume to go on`);
}

/** Endpoints of webhooks that take nothing. */
async function lookAtEndpoints(db: Database): Promise<readonly Finding[]> {
  const endpoints = await liveEndpoints(db);
  const disabled = endpoints.filter(({ disabledAt }) => disabledAt !== null);
  if (disabled.length > 0)
    return disabled.map(({ id, url, disabledReason }) =>
      found(
        'endpoints',
        false,
        `The webhook endpoint ${id} (${new URL(url).host}) ${disabledReason === 'gone' ? 'says that it is gone' : 'took no event for three days'} and is disabled; mend it, then run billing webhook redeliver ${id} with a delivery that billing webhook list ${id} prints, or remove it`,
      ),
    );
  return [
    found(
      'endpoints',
      true,
      endpoints.length === 0 ? 'No webhook endpoint is set up' : `Webhook endpoints that take events: ${endpoints.length}`,
    ),
  ];
}

const driftFinding = (who: string, seconds: number): Finding =>
  found('clock', false, `This machine's clock is ${seconds} s away from that of ${who}; set both by a time server (NTP)`);

async function lookAtGateway({ gateway, publicOrigin }: Config): Promise<readonly Finding[]> {
  if (!gateway)
    return [found('gateway', true, 'The sandbox gateway, without real money'), found('webhook', true, 'The sandbox gateway needs no webhook')];
  const address = gateway.address ?? 'https://api.stripe.com';
  const answer = await answerOf(`${address}/v1/balance`, { headers: { Authorization: `Bearer ${gateway.secretKey}` } });
  const said = !answer
    ? found('gateway', false, `Nothing answers at ${address}; let this machine reach it`)
    : answer.status === 401 || answer.status === 403
      ? found('gateway', false, 'It refuses STRIPE_SECRET_KEY; set the secret key of the account')
      : found('gateway', true, `It answers at ${address} and takes the key`);
  return [said, await lookAtWebhook(publicOrigin)];
}

/** An unsigned event is refused by the platform itself: then events get through to it. */
async function lookAtWebhook(origin: string | null): Promise<Finding> {
  if (origin === null) return found('webhook', false, 'PUBLIC_ORIGIN is not set, so the gateway has no address for its webhook; set it');
  const address = `${origin}/webhooks/gateway`;
  const answer = await answerOf(address, { method: 'POST', body: '{}' });
  if (answer?.status === 400) return found('webhook', true, `${address} accepts signed events only`);
  return found(
    'webhook',
    false,
    `${address} ${answer ? `answers ${answer.status}` : 'does not answer'}; start the platform and let the gateway reach it there`,
  );
}

async function lookAtProvider({ oidc }: Config): Promise<readonly Finding[]> {
  if (!oidc) return [found('provider', true, 'The sandbox sign-in, by name')];
  const answer = await answerOf(`${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (!answer?.ok) return [found('provider', false, `No OpenID provider answers at ${oidc.issuer}; check OIDC_ISSUER and the network`)];
  const date = Date.parse(answer.headers.get('Date') ?? '');
  const drift = Number.isNaN(date) ? 0 : Math.round(Math.abs(date - Date.now()) / 1000);
  const { issuer } = (await answer.json().catch(() => ({}))) as { issuer?: string };
  const own =
    issuer === oidc.issuer
      ? found('provider', true, `${oidc.issuer} answers`)
      : found('provider', false, `The provider calls itself ${String(issuer)}; set OIDC_ISSUER to exactly that`);
  return [own, ...(drift > mostDrift ? [driftFinding('the provider', drift)] : [])];
}

async function lookAtMail({ mode, mail }: Config): Promise<Finding> {
  if (!mail)
    return mode === 'embedded'
      ? found('mail', true, 'The postbox of the sandbox, at /sandbox/postbox')
      : found('mail', true, 'No mail leaves yet, and notices wait; set SMTP_URL and MAIL_FROM');
  const { checkSmtp } = await import('#server/notices/smtp.ts');
  const { host } = new URL(mail.url);
  const code = await checkSmtp(mail, patienceMs);
  if (code === null) return found('mail', true, `${host} answers and takes the user`);
  if (code === 'EAUTH') return found('mail', false, `${host} refuses the user or the password of SMTP_URL; set the right ones`);
  return found('mail', false, `No mail server answers at ${host} (${code}); check SMTP_URL and the network`);
}

/** Looks at everything that the platform rests on. */
export async function examinePlatform(config: StoreConfig, environment: Environment): Promise<Finding[]> {
  const findings: Finding[] = [...(await lookAtDatabase(config))];
  try {
    const whole = readConfig(environment);
    findings.push(...(await lookAtGateway(whole)), ...(await lookAtProvider(whole)), await lookAtMail(whole));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    findings.push(found('settings', false, error.message));
  }
  if (!findings.some(({ part }) => part === 'clock')) findings.push(found('clock', true, 'This machine’s clock agrees with the others'));
  return findings;
}
