import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { onEachStore } from '#tests/support/platform.ts';

const organization = '/platform/organizations/pro-capped';
const invoices = `${organization}/billing/invoices`;

const malformed: readonly (readonly [path: string, field: string])[] = [
  ...['-1', '1.5', '1e3', 'abc', '', '+5', ' 5', '0x10', '99999999999', '1000000001', '٣'].map(
    (value) => [`${invoices}?offset=${encodeURIComponent(value)}`, 'query.offset'] as const,
  ),
  ...['-5', '0', '101', '2.5', '1e2', 'all', '', 'Infinity', '9'.repeat(400)].map(
    (value) => [`${invoices}?limit=${encodeURIComponent(value)}`, 'query.limit'] as const,
  ),
  [`${invoices}?limit=5&limit=6`, 'query.limit'],
  [`${invoices}?page=2`, 'query.page'],
  [`${invoices}?__proto__=x`, 'query.__proto__'],
  [`${invoices}?constructor=x`, 'query.constructor'],
  [`${organization}?anything=1`, 'query.anything'],
  [`${organization}/projects?statuses=SLEEPING`, 'query.statuses.0'],
  [`${organization}/projects?search=%00`, 'query.search'],
  [`${organization}/projects?sort=random`, 'query.sort'],
  [`${organization}/projects?search=${'x'.repeat(101)}`, 'query.search'],
  ['/platform/organizations/-leading-dash', 'params.slug'],
  ['/platform/organizations/has%20space', 'params.slug'],
  ['/platform/organizations/%00', 'params.slug'],
  ['/platform/organizations/%E0%A4%A', 'params.slug'],
  ['/platform/organizations/..%2F..%2Fetc', 'params.slug'],
  [`/platform/organizations/${'a'.repeat(101)}`, 'params.slug'],
  ["/platform/organizations/pro'--", 'params.slug'],
  [`${invoices}/1`, 'params.invoice_id'],
  [`${invoices}/in_%27%20or%201=1`, 'params.invoice_id'],
  [`${invoices}/in_${'x'.repeat(60)}`, 'params.invoice_id'],
  ['/platform/projects/SHOUTING', 'params.ref'],
  ['/platform/projects/abc', 'params.ref'],
  ['/platform/vercel/redirect/not-an-installation', 'params.installation_id'],
];

/** Sends a request without `fetch`, because `fetch` refuses the methods, paths and headers of these tests. */
function raw(origin: string, method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(origin, { method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('error', reject);
    request.end();
  });
}

function answerTo(origin: string, lines: readonly string[]): Promise<{ readonly first: string; readonly count: number }> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write([lines[0], `Host: ${host}`, ...lines.slice(1)].join('\r\n')));
    socket.setEncoding('utf8').on('data', (part) => (text += String(part)));
    socket.once('close', () => resolve({ first: text.split('\r\n', 1)[0] ?? '', count: text.split('HTTP/1.1 ').length - 1 }));
    socket.once('error', reject);
  });
}

onEachStore((platform) => {
  it.each(malformed)('refuses %s and names %s', async (path, field) => {
    const { status, body } = await platform().ask(path, { as: 'owner' });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(field);
    expect(body.message).not.toBe('');
    expect(body.request_id).toMatch(/^req_/);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('says which methods a call has when asked with %s', async (method) => {
    const { status, headers, body } = await platform().ask(invoices, { as: 'owner', method });
    expect([status, headers.get('Allow'), body.errors[0].path]).toEqual([405, 'GET, HEAD', 'method']);
  });

  it.each(['gzip', 'br', 'deflate'])('names the encoding of a body that is compressed with %s', async (encoding) => {
    const response = await fetch(`${platform().origin}/auth/sandbox`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Encoding': encoding, Origin: platform().origin },
      body: new Uint8Array([0x1f, 0x8b, 0x08, 0x00]),
    });
    const body = (await response.json()) as { message: string; errors: { path: string }[] };
    expect([response.status, body.errors[0]?.path]).toEqual([415, 'header.Content-Encoding']);
    expect(body.message).toContain(encoding);
  });

  it('survives methods and addresses that no browser sends', async () => {
    const { origin, ask } = platform();
    for (const [method, path] of [
      ['TRACE', '/'],
      ['PROPFIND', invoices],
      ['GET', '//evil.example/..//'],
      ['GET', '/%'],
      ['GET', `${invoices}?%`],
      ['GET', '/platform/%2e%2e/x'],
    ] as const) {
      const status = await raw(origin, method, path);
      expect([method, path, status >= 300 && status < 500]).toEqual([method, path, true]);
    }
    expect(await raw(origin, 'GET', '/healthz', { Cookie: 'session=%E0%A4%A; =; ;;' })).toBe(200);
    expect((await ask('/healthz')).status).toBe(200);
  });

  it.each([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 40']],
    ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
    ['chunks in disguise', ['Transfer-Encoding: xchunked']],
  ])('refuses a request with %s, and reads no second request out of its body', async (_, headers) => {
    const smuggled = ['0', '', 'GET /platform/profile HTTP/1.1', 'Host: x', '', ''];
    const head = ['POST /auth/sandbox HTTP/1.1', 'Content-Type: application/json', ...headers, ''];
    expect(await answerTo(platform().origin, [...head, ...smuggled])).toEqual({ first: 'HTTP/1.1 400 Bad Request', count: 1 });
  });

  it('answers 404 for calls that are not in the contract', async () => {
    for (const path of ['/platform', '/platform/', '/platform/nothing', `${organization}/`, `${organization}/billing`]) {
      const { status, body } = await platform().ask(path, { as: 'owner' });
      expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
    }
  });

  it.each([
    ['text/plain', '{"member":"owner"}', 415, 'header.Content-Type'],
    ['application/x-www-form-urlencoded', 'member=owner', 415, 'header.Content-Type'],
    ['application/jsonp', '{"member":"owner"}', 415, 'header.Content-Type'],
    ['application/json', '{"member":', 400, 'body'],
    ['application/json', '', 400, 'body'],
    ['application/json', '"owner"', 400, 'body.member'],
    ['application/json', '[]', 400, 'body.member'],
    ['application/json', 'null', 400, 'body.member'],
    ['application/json', '{}', 400, 'body.member'],
    ['application/json', '{"member":1}', 400, 'body.member'],
    ['application/json', '{"member":"nobody"}', 400, 'body.member'],
    ['application/json', '{"member":"owner\\u0000"}', 400, 'body'],
    ['application/json', '{"member":"owner\\ud83d"}', 400, 'body.member'],
    ['application/json', '{"member":"owner","admin":true}', 400, 'body.member'],
    ['application/json', '{"member":"owner","__proto__":{"x":1}}', 400, 'body.member'],
    ['application/json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 400, 'body'],
    ['application/json', `{"member":"${'x'.repeat(70_000)}"}`, 413, 'body'],
  ])('refuses a body of type %s that reads %.40s', async (type, body, status, field) => {
    const answer = await platform().ask('/auth/sandbox', { method: 'POST', headers: { 'Content-Type': type }, body });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([status, field]);
    expect(answer.headers.get('Set-Cookie')).toBeNull();
  });

  it('never answers 5xx or a stack trace to any of it', async () => {
    const { logged } = platform();
    expect(logged.filter(({ msg }) => msg === 'a request failed')).toEqual([]);
  });
});
