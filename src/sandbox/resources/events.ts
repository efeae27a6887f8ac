import { answerEndpoint, defineEndpoint, type Endpoint } from '#sandbox/api/endpoint.ts';
import { createdShape, listShape, pageOfList } from '#sandbox/api/lists.ts';
import { clearableParam, flagParam, listOf, mergeMetadata, metadataParam, textParam, type Param } from '#sandbox/api/params.ts';
import { invalidRequest } from '#sandbox/api/problem.ts';
import { newId, randomText } from '#sandbox/ids.ts';
import { apiVersion } from '#sandbox/render.ts';
import { inPath, needRecord } from './lookup.ts';

const endpointFields = {
  description: clearableParam(textParam(5000)),
  enabled_events: listOf(textParam(100)),
  metadata: metadataParam,
  url: textParam(5000),
};

const mostTypes = 20;

const someTypes: Param<string[]> = (raw, name) => {
  const types = listOf(textParam(100))(raw, name);
  if (types.length > mostTypes) throw invalidRequest(`${name} can have at most ${mostTypes} entries.`, { param: name });
  return types;
};

export const eventEndpoints: Endpoint[] = [
  defineEndpoint({ method: 'GET', path: '/events/:id', object: 'event' }, {}, ({ tx, path }) =>
    answerEndpoint(inPath(tx, 'event', path('id'))),
  ),
  defineEndpoint(
    { method: 'GET', path: '/events', object: 'event', isList: true },
    { ...listShape, ...createdShape, type: textParam(100), types: someTypes, delivery_success: flagParam },
    ({ tx, params }) => {
      if (params.type !== undefined && params.types !== undefined)
        throw invalidRequest('You may only specify one of these parameters: type, types.', { param: 'type' });
      const wanted = params.types ?? (params.type === undefined ? ['*'] : [params.type]);
      const events = tx
        .all('event')
        .filter((event) => wanted.some((pattern) => matchesType(pattern, event.type)))
        .filter((event) => params.delivery_success === undefined || (tx.pendingDeliveries(event.id) === 0) === params.delivery_success);
      return pageOfList('/v1/events', 'event', events, params);
    },
  ),
  defineEndpoint(
    { method: 'POST', path: '/webhook_endpoints', object: 'webhook_endpoint' },
    { ...endpointFields, api_version: textParam(50) },
    ({ tx, params }) => {
      const enabled = needRecord(params.enabled_events, 'enabled_events');
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
        url: httpUrl(needRecord(params.url, 'url')),
        _: { secret, configured: false },
      });
      // No other response contains the secret.
      return { kind: 'record', record, extra: { secret } };
    },
  ),
  defineEndpoint({ method: 'GET', path: '/webhook_endpoints/:id', object: 'webhook_endpoint' }, {}, ({ tx, path }) =>
    answerEndpoint(inPath(tx, 'webhook_endpoint', path('id'))),
  ),
  defineEndpoint(
    { method: 'POST', path: '/webhook_endpoints/:id', object: 'webhook_endpoint' },
    { ...endpointFields, disabled: flagParam },
    ({ tx, params, path }) => {
      const before = inPath(tx, 'webhook_endpoint', path('id'));
      return answerEndpoint(
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
  defineEndpoint({ method: 'GET', path: '/webhook_endpoints', object: 'webhook_endpoint', isList: true }, listShape, ({ tx, params }) =>
    pageOfList(
      '/v1/webhook_endpoints',
      'webhook endpoint',
      tx.all('webhook_endpoint').filter((record) => !record.deleted),
      params,
    ),
  ),
  defineEndpoint({ method: 'DELETE', path: '/webhook_endpoints/:id', object: 'webhook_endpoint' }, {}, ({ tx, path }) =>
    answerEndpoint(tx.put<'webhook_endpoint'>({ ...inPath(tx, 'webhook_endpoint', path('id')), deleted: true, status: 'disabled' })),
  ),
];

export function matchesType(pattern: string, type: string): boolean {
  return pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)));
}

function httpUrl(url: string): string {
  if (!/^https?:\/\/[^/]/.test(url))
    throw invalidRequest('Invalid URL: an explicit scheme (such as https) must be provided.', { code: 'url_invalid', param: 'url' });
  return url;
}
