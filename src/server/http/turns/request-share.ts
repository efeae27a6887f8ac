import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import { isKeyForm, keyHash } from '#server/admin/keys.ts';
import { clientAddress } from '#server/admin/networks.ts';
import { createCaller, rememberIdentities, type RememberingCaller } from '#server/http/caller.ts';
import { credentialsOf } from '#server/http/credentials.ts';
import type { HttpContext, WebContext } from '#server/http/environment.ts';
import { PlatformError } from '#server/platform-error.ts';
import type { Config } from '#server/settings/config.ts';
import { findApiKey } from '#server/store/provisioning/api-keys.ts';
import type { Claim, Share } from '#server/fairness/fair-queue.ts';
import type { RequestKind } from './request-kinds.ts';

interface Counted {
  readonly claims: readonly Claim[];
  /** Caller whose identity is cached, so that the routes after the queue need no second lookup. */
  readonly caller?: RememberingCaller;
}

/** `share` is null if no limit applies. */
export async function shareOf(
  context: WebContext,
  c: HttpContext,
  { counts, slug, weight, isHeavy }: RequestKind,
): Promise<{ readonly share: Share | null; readonly caller?: RememberingCaller }> {
  const { claims, caller } = await countedAs(context, c, { counts, slug });
  const all = claims.length > 0 ? claims : addressClaims(context, c);
  const group = all.at(-1)?.name;
  return { share: group === undefined ? null : { group, claims: all, weight, isHeavy }, ...(caller ? { caller } : {}) };
}

function countedAs(context: WebContext, c: HttpContext, { counts, slug }: { counts: RequestKind['counts']; slug: string | undefined }) {
  if (counts === 'key') return countedByKey(context, c);
  return counts === 'caller' ? countedByCaller(context, c, slug) : Promise.resolve<Counted>({ claims: [] });
}

/** Returns the limit per client address. Returns no limit without trusted proxies, because all clients may then share a proxy's address. */
function addressClaims({ config }: WebContext, c: HttpContext): Claim[] {
  const { trustedProxies, requestLimits } = config;
  if (trustedProxies.length === 0) return [];
  const address = clientAddress(getConnInfo(c).remote.address ?? '', c.req.header('X-Forwarded-For') ?? null, trustedProxies);
  return [{ name: `address ${addressBlock(address)}`, most: requestLimits.perAddress }];
}

async function countedByKey({ db, config }: WebContext, c: HttpContext): Promise<Counted> {
  const { token, ambient } = credentialsOf(c.req.raw, false);
  if (ambient || token === null || !isKeyForm(token)) return { claims: [] };
  const row = await findApiKey(db, keyHash(token));
  return { claims: row ? [{ name: `key ${row.id}`, most: config.requestLimits.perKey }] : [] };
}

/** These limits count a caller's requests. Requests of a person outside an organization do not count for the limit of that organization. */
async function countedByCaller(context: WebContext, c: HttpContext, slug: string | undefined): Promise<Counted> {
  const { requestLimits, serviceToken, previous } = context.config;
  const credentials = credentialsOf(c.req.raw, context.secure);
  if (credentials.token === null) return { claims: [] };
  const caller = rememberIdentities(createCaller(context, credentials));
  const isService = !credentials.ambient && [serviceToken, previous.serviceToken].some((secret) => secret !== null && caller.holds(secret));
  if (isService) return { claims: [{ name: 'key service', most: requestLimits.perKey }], caller };
  const token = await caller.token().catch(ignoreRefusal);
  if (token) return { claims: [tokenClaimOf(token.organization, requestLimits), claimOf(token.organization, requestLimits)], caller };
  const identity = await caller.identify(slug).catch(ignoreRefusal);
  if (!identity) return { claims: [], caller };
  const member = { name: `member ${identity.member.id}`, most: requestLimits.perMember };
  const { organization } = identity;
  if (!organization) return { claims: [member], caller };
  return { claims: [member, claimOf(organization, requestLimits)], caller };
}

const claimOf = ({ id }: { readonly id: number }, { perOrganization }: Config['requestLimits']): Claim => ({
  name: `organization ${id}`,
  most: perOrganization,
});

/** Limits the requests with tokens below the organization's limit, so that members can use the rest of that limit. */
const tokenClaimOf = ({ id }: { readonly id: number }, { perKey }: Config['requestLimits']): Claim => ({
  name: `tokens of organization ${id}`,
  most: perKey,
});

/** Ignores a refused credential, because the route refuses it again with the correct response. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof PlatformError) return null;
  throw error;
}

/** Returns an IPv4 address unchanged, or the first 64 bits of an IPv6 address. Other text is returned unchanged. */
export function addressBlock(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
