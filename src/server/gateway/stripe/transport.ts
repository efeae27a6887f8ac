import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import Stripe from 'stripe';

type HttpClient = NonNullable<NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient']>;

export interface GatewayAddress {
  /** Without `/v1`, for example `https://api.stripe.com` or `http://127.0.0.1:4310/sandbox/gateway`. */
  baseUrl: string;
  /** Replaces network requests if the gateway and the platform share a process. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface Transport {
  host: string;
  port: string;
  protocol: 'http' | 'https';
  httpClient: HttpClient;
}

/** Thrown for an empty ID, or an ID such as `..`, which would change the request path. No request was sent. */
export class UnusablePath extends Error {}

/** Adds the path prefix of the base URL, which the SDK does not support. */
export function transportTo({ baseUrl, fetch: send }: GatewayAddress): Transport {
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`The gateway's address must start with https or http: ${baseUrl}`);
  const prefix = url.pathname.replace(/\/$/, '');
  const client: HttpClient = send
    ? Stripe.createFetchHttpClient((input, init) => send(new Request(input, init)))
    : Stripe.createNodeHttpClient();
  const makeRequest: HttpClient['makeRequest'] = async (host, port, path, ...rest) => {
    const [, ...parts] = path.replace(/\?.*$/s, '').split('/');
    if (parts.some((part) => part === '' || part === '.' || part === '..')) throw new UnusablePath();
    const [method] = rest;
    // Replaces IDs in span names, so that traces contain no IDs of hosted pages.
    const name = `${method} /${parts.map((part) => (/_/.test(part) && /\d/.test(part) ? '{id}' : part)).join('/')}`;
    const attributes = { 'http.request.method': method, 'server.address': url.hostname };
    return trace.getTracer('billing').startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      try {
        const answer = await client.makeRequest(host, port, prefix + path, ...rest);
        span.setAttribute('http.response.status_code', answer.getStatusCode());
        return answer;
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    });
  };
  return {
    host: url.hostname,
    port: url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port,
    protocol: url.protocol === 'https:' ? 'https' : 'http',
    httpClient: { getClientName: () => client.getClientName(), makeRequest },
  };
}
