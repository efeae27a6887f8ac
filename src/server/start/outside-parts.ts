import type { Config } from '#server/settings/config.ts';
import type { Database } from '#server/database/database.ts';
import { asSentence } from './start-error.ts';
import { databaseClock } from '#server/store/processes.ts';

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
    | 'tax'
    | 'metrics'
    | 'endpoints'
    | 'jobs'
    | 'clock';
  readonly ok: boolean;
  /** True if the check was not possible. Such a finding is not a fault. */
  readonly unchecked?: true;
  readonly text: string;
}

/** Maximum difference of clocks in seconds. A larger difference breaks cycles and signed events. */
const mostDrift = 30;
export const patienceMs = 5000;

export const findingOf = (part: Finding['part'], ok: boolean, text: string): Finding => ({ part, ok, text: asSentence(text) });

export const uncheckedOf = (part: Finding['part'], text: string): Finding => ({ ...findingOf(part, true, text), unchecked: true });

export const answerOf = (address: string, init: RequestInit = {}): Promise<Response | null> =>
  fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) }).catch(() => null);

/**
 * Compares a clock with the clock of this machine.
 * @param atMs the time of the compared clock; if the time is unknown (NaN), there is no finding
 */
function lookAtClock(who: string, atMs: number): Finding[] {
  if (Number.isNaN(atMs)) return [];
  const seconds = Math.round(Math.abs(atMs - Date.now()) / 1000);
  if (seconds <= mostDrift) return [findingOf('clock', true, `This machine's clock agrees with that of ${who}`)];
  const text = `This machine's clock is ${seconds} s away from that of ${who}; synchronize both with a time server (NTP)`;
  return [findingOf('clock', false, text)];
}

export const lookAtDatabaseClock = async (db: Database): Promise<Finding[]> =>
  lookAtClock('the database', (await databaseClock(db)).getTime());

export async function lookAtGateway({ gateway }: Pick<Config, 'gateway'>): Promise<Finding> {
  if (!gateway) return findingOf('gateway', true, 'The sandbox gateway, without real money');
  const address = gateway.address ?? 'https://api.stripe.com';
  const answer = await answerOf(`${address}/v1/balance`, { headers: { Authorization: `Bearer ${gateway.secretKey}` } });
  if (!answer) return findingOf('gateway', false, `No payment gateway responds at ${address}; allow this machine to reach it`);
  if (answer.status === 401)
    return findingOf('gateway', false, 'The payment gateway refuses STRIPE_SECRET_KEY; set the secret key of the account');
  // A restricted key without permission to read the balance gets status 403. This is not a fault.
  if (answer.status !== 200 && answer.status !== 403)
    return findingOf(
      'gateway',
      false,
      `The payment gateway at ${address} responds with ${answer.status}; check the network and its status page`,
    );
  return findingOf('gateway', true, `It responds at ${address} and accepts the key`);
}

export async function lookAtProvider({ oidc }: Pick<Config, 'oidc'>): Promise<Finding[]> {
  if (!oidc) return [findingOf('provider', true, 'The sandbox sign-in, by name')];
  const answer = await answerOf(`${oidc.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  if (!answer?.ok)
    return [findingOf('provider', false, `No OpenID provider responds at ${oidc.issuer}; check OIDC_ISSUER and the network`)];
  const { issuer } = (await answer.json().catch(() => ({}))) as { issuer?: string };
  const issuerFinding =
    issuer === oidc.issuer
      ? findingOf('provider', true, `It responds at ${oidc.issuer}`)
      : findingOf('provider', false, `The provider's issuer is ${String(issuer)}; set OIDC_ISSUER to exactly that value`);
  return [issuerFinding, ...lookAtClock('the provider', Date.parse(answer.headers.get('Date') ?? ''))];
}

/** Checks external services after the start. @returns one sentence per fault; no fault stops the server */
export async function startWarnings(config: Config, db: Database): Promise<string[]> {
  if (config.mode !== 'production') return [];
  const findings = await Promise.all([lookAtGateway(config), lookAtProvider(config), lookAtDatabaseClock(db)]);
  return findings.flat().flatMap(({ ok, text }) => (ok ? [] : [text]));
}
