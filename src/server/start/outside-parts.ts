import type { Config } from '#server/settings/config.ts';
import type { Database } from '#server/database/database.ts';
import { asSentence } from './start-error.ts';
import { databaseClock } from '#server/store/processes.ts';

/** What was found of one part that the platform rests on. */
export interface Finding {
  readonly part:
    | 'settings'
    | 'database'
    | 'charges'
    | 'secrets'
    | 'gateway'
    | 'webhook'
    | 'captcha'
    | 'provider'
    | 'client'
    | 'mail'
    | 'metrics'
    | 'endpoints'
    | 'jobs'
    | 'clock';
  readonly ok: boolean;
  /** What was found and, where something is wrong, what to do. */
  readonly text: string;
}

/** Cycles and signed events go wrong with a clock that is off by more. Seconds. */
const mostDrift = 30;
export const patienceMs = 5000;

export const findingOf = (part: Finding['part'], ok: boolean, text: string): Finding => ({ part, ok, text: asSentence(text) });

export const answerOf = (address: string, init: RequestInit = {}): Promise<Response | null> =>
  fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) }).catch(() => null);

/** @param atMs what the other one says that the time is; none where it says nothing */
function lookAtClock(who: string, atMs: number): Finding[] {
  const seconds = Number.isNaN(atMs) ? 0 : Math.round(Math.abs(atMs - Date.now()) / 1000);
  if (seconds <= mostDrift) return [];
  const text = `This machine's clock is ${seconds} s away from that of ${who}; set both by a time server (NTP)`;
  return [findingOf('clock', false, text)];
}

/** The database's clock against ours; nothing where they agree. */
export const lookAtDatabaseClock = async (db: Database): Promise<Finding[]> =>
  lookAtClock('the database', (await databaseClock(db)).getTime());

/** Whether the gateway answers and takes the key. */
export async function lookAtGateway({ gateway }: Pick<Config, 'gateway'>): Promise<Finding> {
  if (!gateway) return findingOf('gateway', true, 'The sandbox gateway, without real money');
  const address = gateway.address ?? 'https://api.stripe.com';
  const answer = await answerOf(`${address}/v1/balance`, { headers: { Authorization: `Bearer ${gateway.secretKey}` } });
  if (!answer) return findingOf('gateway', false, `No payment gateway answers at ${address}; let this machine reach it`);
  if (answer.status === 401)
    return findingOf('gateway', false, 'The payment gateway refuses STRIPE_SECRET_KEY; set the secret key of the account');
  // A restricted key need not be allowed to read the balance.
  return findingOf('gateway', true, `It answers at ${address} and takes the key`);
}

/** Whether the provider is the one of the settings, and its clock against ours. */
export async function lookAtProvider({ oidc }: Pick<Config, 'oidc'>): Promise<Finding[]> {
  if (!oidc) return [findingOf('provider', true, 'The sandbox sign-in, by name')];
  const answer = await answerOf(`${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (!answer?.ok) return [findingOf('provider', false, `No OpenID provider answers at ${oidc.issuer}; check OIDC_ISSUER and the network`)];
  const { issuer } = (await answer.json().catch(() => ({}))) as { issuer?: string };
  const issuerFinding =
    issuer === oidc.issuer
      ? findingOf('provider', true, `It answers at ${oidc.issuer}`)
      : findingOf('provider', false, `The provider calls itself ${String(issuer)}; set OIDC_ISSUER to exactly that`);
  return [issuerFinding, ...lookAtClock('the provider', Date.parse(answer.headers.get('Date') ?? ''))];
}

/** What is wrong with what stands around a process that has just started, in a sentence each; none keeps it from serving. */
export async function startWarnings(config: Config, db: Database): Promise<string[]> {
  if (config.mode !== 'production') return [];
  const findings = await Promise.all([lookAtGateway(config), lookAtProvider(config), lookAtDatabaseClock(db)]);
  return findings.flat().flatMap(({ ok, text }) => (ok ? [] : [text]));
}
