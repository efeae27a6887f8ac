import { randomBytes } from 'node:crypto';
import type { AdminShape } from '#contract/admin/admin-types.ts';
import { instantOf, secondsOf, type Database } from '#server/database/database.ts';
import { newId } from '#server/payments/ids.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import {
  deleteEndpoint,
  enableEndpoint,
  findEndpoint,
  insertEndpoint,
  lastingSecrets,
  liveEndpoints,
  lockEndpoint,
  lockEndpoints,
  openSecrets,
  secretOwner,
  signingSecrets,
  updateEndpoint,
  waitingDeliveries,
  type EndpointRow,
} from '#server/store/events/webhooks.ts';
import { countOne, type Limit } from '#server/store/limits.ts';
import { checkAddress, type AddressRules } from '#server/webhooks/checked-address.ts';
import { sendMessage } from '#server/webhooks/send-message.ts';
import type { AdminHandler, AdminParts } from './admin-handler.ts';
import { pageOfAll } from './lists/list-page.ts';

/**
 * Maximum number of endpoints. The number is limited, because the transaction that writes an event also writes one delivery per endpoint.
 */
const mostEndpoints = 50;

const secretBytes = 32;
/** Seconds for which a replaced secret still signs: one day. */
const daySeconds = 86_400;
/** Maximum number of replaced secrets that still sign. Each secret adds a signature, and some receivers reject a longer header. */
const mostReplaced = 4;

const testPatienceMs = 10_000;
/** Maximum number of test messages per endpoint and hour. The number is limited, because each message is sent immediately. */
const testLimit: Limit = { name: 'webhook_tests', most: 30, seconds: 3600 };

const newSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`;

const endpointView = (row: EndpointRow, waiting: number, nowSeconds: number): AdminShape<'WebhookEndpoint'> => ({
  id: row.id,
  url: row.url,
  events: row.events,
  description: row.description,
  status: row.disabledAt === null ? 'enabled' : 'disabled',
  disabled_reason: row.disabledReason,
  disabled_at: row.disabledAt === null ? null : secondsOf(row.disabledAt),
  waiting,
  replaced_secret_ends_at: lastingSecrets(row, instantOf(nowSeconds))[0]?.endsAtSeconds ?? null,
  created_at: secondsOf(row.createdAt),
});

const viewOf = async (db: Database, row: EndpointRow, nowSeconds: number): Promise<AdminShape<'WebhookEndpoint'>> =>
  endpointView(row, (await waitingDeliveries(db)).get(row.id) ?? 0, nowSeconds);

/** Refuses URLs of private addresses. Accepts a host name that does not resolve, because each delivery checks the address again. */
async function refuseAddress(text: string, rules: AddressRules): Promise<void> {
  const url = new URL(text);
  const refuse = (message: string): PlatformError => invalidRequest([{ path: 'body.url', message }]);
  if (url.protocol !== 'https:' && !rules.allowsPrivate) throw refuse('must be an https address');
  const checked = await checkAddress(url, rules);
  if (checked.ok) return;
  if (checked.code === 'private_address') throw refuse('must be on the public internet');
  if (checked.code === 'refused_port') throw refuse(`must use one of these ports: ${rules.ports?.join(', ')}`);
}

export async function requireEndpoint(db: Database, id: string): Promise<EndpointRow> {
  return found(await findEndpoint(db, id));
}

function found(row: EndpointRow | null): EndpointRow {
  if (!row) throw notFound('Webhook endpoint');
  return row;
}

export const createWebhookEndpoint: AdminHandler<'createWebhookEndpoint'> = async ({ body }, { db, key, nowSeconds, hosts, secrets }) => {
  await refuseAddress(body.url, hosts);
  const id = newId('we');
  const secret = newSecret();
  const row = await db.transaction(async (tx) => {
    await lockEndpoints(tx);
    if ((await liveEndpoints(tx)).length >= mostEndpoints)
      throw new PlatformError('rule_violated', `There are ${mostEndpoints} webhook endpoints already; delete one first`);
    return insertEndpoint(tx, {
      id,
      url: body.url,
      events: [...body.events],
      description: body.description ?? null,
      secret: secrets.seal(secret, secretOwner(id)),
      createdAt: instantOf(nowSeconds),
      createdBy: key.id,
    });
  });
  return { data: { ...endpointView(row, 0, nowSeconds), secret } };
};

export const listWebhookEndpoints: AdminHandler<'listWebhookEndpoints'> = async ({ query }, { db, nowSeconds }) => {
  const waiting = await waitingDeliveries(db);
  const { rows, next_cursor } = pageOfAll(await liveEndpoints(db), query, ({ createdAt, id }) => ({ order: createdAt.getTime(), id }));
  return { data: { webhook_endpoints: rows.map((row) => endpointView(row, waiting.get(row.id) ?? 0, nowSeconds)), next_cursor } };
};

export const changeWebhookEndpoint: AdminHandler<'changeWebhookEndpoint'> = async ({ params, body }, { db, nowSeconds, hosts }) => {
  const { url, events, description } = body;
  if (url !== undefined) await refuseAddress(url, hosts);
  const changes = {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: [...events] }),
    ...(description !== undefined && { description }),
  };
  // A transaction is needed, because it passes the actor to the audit log.
  const row = await db.transaction((tx) => updateEndpoint(tx, params.endpoint_id, changes));
  return { data: await viewOf(db, found(row), nowSeconds) };
};

export const enableWebhookEndpoint: AdminHandler<'enableWebhookEndpoint'> = async ({ params }, { db, nowSeconds }) =>
  db.transaction(async (tx) => {
    const { id, disabledAt } = found(await lockEndpoint(tx, params.endpoint_id));
    if (disabledAt !== null) await enableEndpoint(tx, id, instantOf(nowSeconds));
    return { data: await viewOf(tx, await requireEndpoint(tx, id), nowSeconds) };
  });

export const rotateWebhookSecret: AdminHandler<'rotateWebhookSecret'> = async ({ params }, { db, nowSeconds, secrets }) =>
  db.transaction(async (tx) => {
    const known = found(await lockEndpoint(tx, params.endpoint_id));
    const lasting = lastingSecrets(known, instantOf(nowSeconds));
    const replaced = known.secret === null ? lasting : [{ secret: known.secret, endsAtSeconds: nowSeconds + daySeconds }, ...lasting];
    const secret = newSecret();
    const sealed = secrets.seal(secret, secretOwner(known.id));
    const row = await updateEndpoint(tx, known.id, { secret: sealed, replacedSecrets: replaced.slice(0, mostReplaced) });
    return { data: { ...(await viewOf(tx, found(row), nowSeconds)), secret } };
  });

/** Sends a test message outside a transaction, because the endpoint may take seconds to respond. */
export const testWebhookEndpoint: AdminHandler<'testWebhookEndpoint'> = async ({ params }, { db, nowSeconds, hosts, secrets: box }) => {
  const row = await requireEndpoint(db, params.endpoint_id);
  await countTest(db, row.id);
  const id = newId('evt');
  const message = { id, type: 'webhook.test', at: nowSeconds, data: { endpoint_id: row.id } };
  const secrets = openSecrets(box, row.id, signingSecrets(row, instantOf(nowSeconds)));
  const { error, status, answer } = await sendMessage(
    { url: row.url, id, body: JSON.stringify(message), secrets },
    { ...hosts, patienceMs: testPatienceMs },
  );
  return { data: { delivered: error === null, status, error, answer } };
};

/** @throws {PlatformError} 429 after too many test messages */
async function countTest(db: AdminParts['db'], endpointId: string): Promise<void> {
  const { count, endsInSeconds } = await countOne(db, testLimit, endpointId);
  if (count <= testLimit.most) return;
  throw new PlatformError('too_many_requests', `This endpoint was tested ${testLimit.most} times within an hour. Try again later.`, {
    headers: { 'Retry-After': String(endsInSeconds) },
  });
}

export const deleteWebhookEndpoint: AdminHandler<'deleteWebhookEndpoint'> = async ({ params }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    if (!(await deleteEndpoint(tx, params.endpoint_id, key.id, instantOf(nowSeconds)))) throw notFound('Webhook endpoint');
    return {};
  });
