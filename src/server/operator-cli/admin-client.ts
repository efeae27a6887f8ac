import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { adminScopes, type AdminCallDeclaration } from '#contract/admin/admin-declaration.ts';
import { adminCallTable, type AdminCallName } from '#contract/admin/admin-calls.ts';
import type { AdminResponse } from '#contract/admin/admin-types.ts';
import { clockAddress, operatorKeysAddress } from '#lib/addresses.ts';
import { authenticateKey, requireScope } from '#server/admin/authenticate-key.ts';
import type { KeptAnswer } from '#server/admin/idempotent-admin-request.ts';
import { auditRefusal } from '#server/admin/platform-audit.ts';
import { runAdminCall } from '#server/admin/run-admin-call.ts';
import { createClock, type Clock } from '#server/clock.ts';
import type { StoreConfig } from '#server/settings/config.ts';
import { originAt } from '#server/settings/server-origins.ts';
import { isProtected } from '#server/settings/transport-settings.ts';
import { FolderInUse } from '#server/database/folder-lock.ts';
import type { Database, Store } from '#server/database/database.ts';
import type { MigrationListeners } from '#server/database/migrate.ts';
import { openSecretBox } from '#server/database/secret-keys.ts';
import { openStore, type StoreOptions } from '#server/database/open.ts';
import { readSetting } from '#server/database/settings.ts';
import { firstLimits } from '#server/domain/staff/staff-rules.ts';
import { keepFirstLimits } from '#server/store/staff/approval-limits.ts';
import { newId } from '#server/payments/ids.ts';
import { addressRules } from '#server/webhooks/checked-address.ts';
import { CommandFailure } from './answers.ts';

/** The body is omitted if the call does not accept a body. */
export interface CommandInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}

export interface AdminClient {
  /** Identifier of the platform: its origin, or a hash of the database URL or data folder. */
  readonly platform: string;
  readonly call: <N extends AdminCallName>(name: N, input: CommandInput) => Promise<AdminResponse<N>>;
  readonly nowSeconds: () => Promise<number>;
  readonly download: (name: AdminCallName, input: CommandInput) => Promise<ReadableStream<Uint8Array>>;
  readonly close: () => Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Acting key of the CLI. The CLI has every scope, because it has access to the database. */
const commandKey = { id: 'command', name: 'command', scopes: adminScopes } as const;

const quiet = (): undefined => undefined;

export const clockOf = async ({ db }: Store, { mode }: Pick<StoreConfig, 'mode'>): Promise<Clock> =>
  createClock(mode === 'embedded' ? ((await readSetting(db, 'clock_offset_ms')) ?? 0) : 0);

async function callParts(db: Database, config: StoreConfig) {
  const { mode, webhookPorts, lateUsageDays, usageReviewAboveCents, usageClockAheadSeconds, priceNoticeDays, emailLimits } = config;
  return {
    lateUsageDays,
    usageReviewAboveCents,
    usageClockAheadSeconds,
    priceNoticeDays,
    emailLimits,
    // In production, staff always approve with the identity provider. Only the embedded mode reads the stored setting.
    approvedBy: mode === 'production' ? 'provider' : ((await readSetting(db, 'approved_by')) ?? 'keys'),
    paymentContext: null,
    hosts: addressRules({ mode, webhookPorts }),
    secrets: openSecretBox(config),
  } as const;
}

/** @param secret the secret of the acting key; null if the CLI itself acts */
export async function clientOn(store: Store, config: StoreConfig, secret: string | null = null): Promise<AdminClient> {
  const { mode, databaseUrl, dataDir } = config;
  const { db } = store;
  const clock = await clockOf(store, { mode });
  await keepFirstLimits(db, firstLimits(config.approvalAboveCents), clock.nowSeconds());
  const parts = await callParts(db, config);
  const runCall = async (name: AdminCallName, { params = {}, query = {}, body, idempotencyKey }: CommandInput): Promise<KeptAnswer> => {
    const nowSeconds = clock.nowSeconds();
    const requestId = newId('req');
    let actor: string | null = null;
    try {
      const key = secret === null ? commandKey : await authenticateKey(db, secret, nowSeconds, null);
      actor = key.id;
      requireScope(key, adminCallTable[name]);
      return await runAdminCall(
        name,
        { ...parts, db, key, nowSeconds },
        {
          params,
          query: () => query,
          body: () => Promise.resolve(body),
          repeat: idempotencyKey === undefined ? null : { idempotencyKey, secret: secret ?? commandKey.id },
          requestId,
          callerRequestId: null,
          validateResponses: false,
        },
      );
    } catch (error) {
      await auditRefusal(db, { actor, act: name, subject: Object.values(params).join('/'), requestId, nowSeconds }, error);
      throw error;
    }
  };
  return {
    platform: createHash('sha256')
      .update(databaseUrl ?? resolve(dataDir))
      .digest('base64url'),
    call: async (name, input) => (await runCall(name, input)).data as never,
    nowSeconds: () => Promise.resolve(clock.nowSeconds()),
    download: async (name, input) => {
      const { file } = await runCall(name, input);
      if (!file) throw new Error(`${name} returned no file`);
      return file.body();
    },
    close: () => store.close(),
  };
}

/** @param image the data folder that is copied when a new data folder is created; used only by `init` */
export function openOwnStore(
  { mode, dataDir, databaseUrl, connection }: StoreConfig,
  { image, ...parts }: Pick<StoreOptions, 'migrates' | keyof MigrationListeners> & { readonly image: string | null },
): Promise<Store> {
  return openStore({ mode, dataDir, databaseUrl, connection, startImage: image, report: quiet, ...parts });
}

const addressOf = ({ host, port, adminPort }: StoreConfig, { BILLING_URL: url }: Environment): URL => {
  const text = url || originAt(host, adminPort ?? port);
  if (!/^https?:/.test(text) || !URL.canParse(text)) throw new CommandFailure('BILLING_URL must be an http or https address.');
  const address = new URL(text);
  // Each request contains the key, which a plain http address would expose.
  if (url && !isProtected(address))
    throw new CommandFailure(`BILLING_URL must be an https address, because ${address.hostname} is another machine.`);
  return address;
};

export function clientAt(address: URL, key: string): AdminClient {
  const send = async (name: AdminCallName, { params = {}, query = {}, body, idempotencyKey }: CommandInput): Promise<Response> => {
    const { method, path }: AdminCallDeclaration = adminCallTable[name];
    const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
    const search = new URLSearchParams(query).toString();
    const answer = await fetch(new URL(`${filled}${search && `?${search}`}`, address), {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new CommandFailure(`Nothing answers at ${address.origin}; start the platform there, or set BILLING_URL.`, { cause });
    });
    if (answer.ok) return answer;
    const read = await bodyOf(answer, address);
    if (answer.status === 401)
      throw new CommandFailure(
        `${String((read as { message?: string }).message)}: set BILLING_KEY to a key that billing key create prints.`,
      );
    throw refusalOf(read);
  };
  return {
    platform: address.origin,
    call: async (name, input) => (await bodyOf(await send(name, input), address)) as never,
    nowSeconds: () => clockAt(address),
    download: async (name, input) => (await send(name, input)).body ?? new ReadableStream(),
    close: () => Promise.resolve(),
  };
}

/** Maximum difference in seconds between the clocks of the two machines. */
const clocksDifferSeconds = 300;

/** Returns the sandbox clock's time. If it is unavailable, returns a time that is never ahead of the platform's clock. */
async function clockAt(address: URL): Promise<number> {
  const answer = await fetch(new URL(clockAddress, address)).catch(() => null);
  if (answer?.ok) return ((await answer.json()) as { now: number }).now;
  return Math.floor(Date.now() / 1000) - clocksDifferSeconds;
}

/** Returns a client without a key for a running embedded platform. This client can only create a key. */
function keyMaker(address: URL, { pid }: FolderInUse): AdminClient {
  const refuse = (): never => {
    throw new CommandFailure(
      `The platform of process ${pid} runs on the data folder; set BILLING_KEY to a key that billing key create prints, and BILLING_URL if it is not at ${address.origin}.`,
    );
  };
  return {
    platform: address.origin,
    call: async (name, { body }) => {
      if (name !== 'createKey') return refuse();
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(new URL(operatorKeysAddress, address), { method: 'POST', headers, body: JSON.stringify(body) }).catch(
        refuse,
      );
      const read = await bodyOf(answer, address);
      if (answer.ok) return read as never;
      throw refusalOf(read);
    },
    nowSeconds: () => clockAt(address),
    download: refuse,
    close: () => Promise.resolve(),
  };
}

function refusalOf(read: unknown): CommandFailure {
  const { message, errors = [] } = read as { message: string; errors?: { path: string; message: string }[] };
  return new CommandFailure(message, { fields: errors });
}

async function bodyOf(answer: Response, address: URL): Promise<unknown> {
  const text = await answer.text();
  return text === '' ? undefined : parsed(text, address);
}

function parsed(text: string, address: URL): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandFailure(`${address.origin} is not the address of a billing platform; set BILLING_URL to that of yours.`, { cause });
  }
}

/** Calls BILLING_URL if it is set, otherwise a running platform that uses the data folder. If neither exists, opens the database. */
export async function openClient(config: StoreConfig, environment: Environment): Promise<AdminClient> {
  const { BILLING_KEY: key, BILLING_URL: url } = environment;
  if (url) {
    if (!key) throw new CommandFailure('BILLING_URL needs BILLING_KEY: a key that billing init or billing key create has printed.');
    return clientAt(addressOf(config, environment), key);
  }
  if (config.databaseUrl === null && !existsSync(resolve(config.dataDir)))
    throw new CommandFailure(`There is no data folder ${config.dataDir} yet; create one with npm run billing -- init, or set DATA_DIR.`);
  try {
    const store = await openOwnStore(config, { migrates: config.mode === 'embedded', image: null });
    return await clientOn(store, config, key || null);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    if (!key) return keyMaker(addressOf(config, environment), error);
    return clientAt(addressOf(config, environment), key);
  }
}
