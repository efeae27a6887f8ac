import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import type { AdminResponse, AdminShape } from '#contract/admin/admin-types.ts';
import { operatorKeysAddress } from '#lib/addresses.ts';
import { longestKeySeconds } from '#server/admin/keys.ts';
import { runAdminCall } from '#server/admin/run-admin-call.ts';
import { isOfType, readJson } from '#server/http/body.ts';
import { refuseCrossSite } from '#server/http/credentials.ts';
import type { HttpContext, HttpEnvironment, WebContext } from '#server/http/environment.ts';
import { callerRequestId, isFromThisMachine } from '#server/http/request-facts.ts';
import { jsonResponse, methodNotAllowed } from '#server/http/respond.ts';
import { PlatformError } from '#server/platform-error.ts';
import { addressRules } from '#server/webhooks/checked-address.ts';
import { countKeyRequest } from './key-limits.ts';

/** Recorded as the creator of all keys that this route creates, because requests to this route contain no key. */
const maker = { id: 'inspector', name: 'inspector', scopes: adminScopes } as const;

const inspectorKey: Omit<AdminShape<'KeyInput'>, 'expires_at'> = {
  name: 'made by the inspector',
  owner: 'operator@localhost.localdomain',
  scopes: [...adminScopes],
};

/** Returns the request body for `createKey`. If the body sets no expiry, adds the latest allowed expiry. */
async function bodyOf(c: HttpContext, nowSeconds: number): Promise<unknown> {
  const body = isOfType(c.req.raw, 'application/json') ? await readJson(c) : inspectorKey;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? { expires_at: nowSeconds + longestKeySeconds, ...body } : body;
}

/** Refuses requests from other machines, because these keys have all scopes. @throws {PlatformError} 403 */
function refuseOtherMachines(c: HttpContext): void {
  if (isFromThisMachine(c.req.raw, getConnInfo(c).remote.address)) return;
  throw new PlatformError('forbidden', 'Only the machine that the platform runs on can make a key here. Run billing key create on it');
}

/** The inspector, and a CLI without a key, create admin API keys by these routes. Only the embedded mode has the routes. */
export function ownKeyRoutes({ db, clock, config, paymentContext, secrets }: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  if (config.mode !== 'embedded') return app;
  const { lateUsageDays, usageReviewAboveCents, usageClockAheadSeconds, priceNoticeDays, emailLimits } = config;

  app.post(operatorKeysAddress, async (c) => {
    refuseOtherMachines(c);
    refuseCrossSite(c.req.raw, config.publicOrigin);
    await countKeyRequest(db, { id: maker.id, requestsPerMinute: null }, false);
    const nowSeconds = clock.nowSeconds();
    const { data } = await runAdminCall(
      'createKey',
      {
        db,
        key: maker,
        nowSeconds,
        lateUsageDays,
        usageReviewAboveCents,
        usageClockAheadSeconds,
        priceNoticeDays,
        emailLimits,
        approvedBy: config.oidc ? 'provider' : 'keys',
        paymentContext,
        hosts: addressRules(config),
        secrets,
      },
      {
        params: {},
        query: () => ({}),
        body: () => bodyOf(c, nowSeconds),
        repeat: null,
        requestId: c.get('requestId'),
        callerRequestId: callerRequestId(c.req.raw),
        validateResponses: config.validateResponses,
      },
    );
    const { key } = data as AdminResponse<'createKey'>;
    if (isOfType(c.req.raw, 'application/json')) return jsonResponse(data, 201, { 'Cache-Control': 'no-store' });
    return c.text(`Your key, shown once: ${key}\n`, 201, { 'Cache-Control': 'no-store' });
  });
  app.all(operatorKeysAddress, () => {
    throw methodNotAllowed(['POST']);
  });
  return app;
}
