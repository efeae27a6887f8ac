import { answer, endpoint, type Endpoint } from '#server/payments/sandbox/api/endpoint.ts';
import { createdShape, listShape, page } from '#server/payments/sandbox/api/lists.ts';
import { clearable, flag, listOf, mergeMetadata, metadata, text } from '#server/payments/sandbox/api/params.ts';
import { invalidRequest } from '#server/payments/sandbox/api/problem.ts';
import { newId, randomText } from '#server/payments/sandbox/ids.ts';
import { apiVersion } from '#server/payments/sandbox/render.ts';
import { inPath, need } from './lookup.ts';

const endpointFields = { description: clearable(text(5000)), enabled_events: listOf(text(100)), metadata, url: text(5000) };

export const eventEndpoints: Endpoint[] = [
  endpoint({ method: 'GET', path: '/events/:id', object: 'event' }, {}, ({ tx, path }) => answer(inPath(tx, 'event', path('id')))),
  endpoint(
    { method: 'GET', path: '/events', object: 'event', isList: true },
    { ...listShape, ...createdShape, type: text(100), types: listOf(text(100)), delivery_success: flag },
    ({ tx, params }) => {
      if (params.type !== undefined && params.types !== undefined)
        throw invalidRequest('You may only specify one of these parameters: type, types.', { param: 'type' });
      const wanted = params.types ?? (params.type === undefined ? ['*'] : [params.type]);
      const events = tx
        .all('event')
        .filter((event) => wanted.some((pattern) => matchesType(pattern, event.type)))
        .filter((event) => params.delivery_success === undefined || (tx.pendingDeliveries(event.id) === 0) === params.delivery_success);
      return page('/v1/events', 'event', events, params);
    },
  ),
  endpoint(
    { method: 'POST', path: '/webhook_endpoints', object: 'webhook_endpoint' },
    { ...endpointFields, api_version: text(50) },
    ({ tx, params }) => {
      const enabled = need(params.enabled_events, 'enabled_events');
      if (enabled.length === 0)
        throw invalidRequest('enabled_events must not be empty.', { code: 'parameter_missing', param: 'enabled_events' });
      const secret = `whsec_${randomText(32)}`;
      const record = tx.put<'webhook_endpoint'>({
        object: 'webhook_endpoint',
        id: newId('we'),
        created: tx.nowSeconds,
        api_version: params.api_version ?? apiVersion,
        description: params.description ?? null,
        enabled_events: enabled,
        metadata: mergeMetadata({}, params.metadata),
        status: 'enabled',
        url: httpUrl(need(params.url, 'url')),
        _: { secret, configured: false },
      });
      // The secret is answered once, here, and never again.
      return { kind: 'record', record, extra: { secret } };
    },
  ),
  endpoint({ method: 'GET', path: '/webhook_endpoints/:id', object: 'webhook_endpoint' }, {}, ({ tx, path }) =>
    answer(inPath(tx, 'webhook_endpoint', path('id'))),
  ),
  endpoint(
    { method: 'POST', path: '/webhook_endpoints/:id', object: 'webhook_endpoint' },
    { ...endpointFields, disabled: flag },
    ({ tx, params, path }) => {
      const before = inPath(tx, 'webhook_endpoint', path('id'));
      return answer(
        tx.put<'webhook_endpoint'>({
          ...before,
          description: params.description === undefined ? before.description : params.description,
          enabled_events: params.enabled_events ?? before.enabled_events,
          metadata: mergeMetadata(before.metadata, params.metadata),
          status: params.disabled === undefined ? before.status : params.disabled ? 'disabled' : 'enabled',
          url: params.url === undefined ? before.url : httpUrl(params.url),
        }),
      );
    },
  ),
  endpoint({ method: 'GET', path: '/webhook_endpoints', object: 'webhook_endpoint', isList: true }, listShape, ({ tx, params }) =>
    page(
      '/v1/webhook_endpoints',
      'webhook endpoint',
      tx.all('webhook_endpoint').filter((record) => !record.deleted),
      params,
    ),
  ),
  endpoint({ method: 'DELETE', path: '/webhook_endpoints/:id', object: 'webhook_endpoint' }, {}, ({ tx, path }) =>
    answer(tx.put<'webhook_endpoint'>({ ...inPath(tx, 'webhook_endpoint', path('id')), deleted: true, status: 'disabled' })),
  ),
];

/** `*` is every type, `charge.*` every type that starts with `charge.` */
export function matchesType(pattern: string, type: string): boolean {
  return pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));
}

function httpUrl(url: string): string {
  if (!/^https?:\/\/[^/]/.test(url))
    throw invalidRequest('Invalid URL: an explicit scheme (such as https) must be provided.', { code: 'url_invalid', param: 'url' });
  return url;
}
