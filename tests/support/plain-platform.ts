import { createServer, type IncomingMessage, type Server } from 'node:http';

/** Extension fields of an upcoming invoice line. */
const extensionFields = ['id', 'derivation', 'breakdown_count', 'breakdown_cursor', 'reported_later'];

const previewExtensionFields = ['quote', 'usage_so_far', 'effective_at'];

const extensionCalls = [
  /\/lines\//,
  /\/credits\/history$/,
  /\/billing\/audit$/,
  /\/billing\/(budgets|spend|statement)/,
  /\/comparison$/,
  /\/members$/,
  /\/subscription\/pending-change$/,
  /^DELETE .*\/payments$/,
];

/** Starts a proxy that hides a platform's extensions: it removes fields outside of the specification and refuses unknown calls. */
export function servePlainPlatform(behind: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(behind, request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
}

async function answer(behind: string, request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url ?? '/', behind);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name)),
  );
  const method = request.method ?? 'GET';
  const refused = refusal(method, url, Buffer.concat(chunks).toString());
  if (refused !== null)
    return {
      status: refused.status,
      headers: { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': request.headers.origin ?? '*' },
      body: JSON.stringify({ ...refused, request_id: 'r' }),
    };
  const response = await fetch(url, {
    method,
    headers: headers as Record<string, string>,
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  const kept = [...response.headers].filter(([name]) => /^(access-control-.*|content-type|date|vary|x-total-count)$/.test(name));
  if (url.pathname.endsWith('/pdf'))
    return { status: response.status, headers: Object.fromEntries(kept), body: Buffer.from(await response.arrayBuffer()) };
  const text = method === 'OPTIONS' || method === 'HEAD' ? '' : await response.text();
  // In text responses, replaces the platform's address by the proxy's address.
  const rewrittenText = text.replaceAll(behind, `http://${request.headers.host ?? ''}`);
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    body: response.ok ? plain(url.pathname, rewrittenText) : rewrittenText,
  };
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Returns a refusal for calls outside of the specification. For tests, it also refuses billing addresses with a P.O. box. */
function refusal(method: string, url: URL, requestText: string): Refusal | null {
  if (method === 'OPTIONS') return null;
  const isUnknown = extensionCalls.some((call) => call.test(`${method} ${url.pathname}`)) || url.searchParams.has('breakdown_limit');
  if (isUnknown) return { status: 404, code: 'not_found', message: 'Not found' };
  if (method !== 'PUT' || !url.pathname.endsWith('/customer')) return null;
  const rule = (message: string): Refusal => ({ status: 422, code: 'rule_violated', message });
  const body = JSON.parse(requestText) as Record<string, unknown>;
  if (url.search !== '' || 'tax_id' in body || 'version' in body) return rule('Unknown field');
  return /P\.O\. Box/.test(requestText) ? rule('Bills are not sent to P.O. boxes.') : null;
}

function plain(path: string, text: string): string {
  if (text === '' || !path.startsWith('/platform/')) return text;
  const body = JSON.parse(text) as Record<string, unknown>;
  if (path === '/platform/profile') return JSON.stringify({ ...body, capabilities: [] });
  if (path.endsWith('/subscription/preview')) return JSON.stringify(without(previewExtensionFields, body));
  if (!path.endsWith('/invoices/upcoming')) return text;
  const lines = (body['lines'] as Record<string, unknown>[]).map((line) => without(extensionFields, line));
  return JSON.stringify({ ...body, lines });
}

const without = (fields: readonly string[], requestBody: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(requestBody).filter(([name]) => !fields.includes(name)));
