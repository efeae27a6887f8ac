import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request, type RequestOptions } from 'node:https';
import { request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** A certificate for the loopback address, created per run. */
export interface OwnCertificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** Path for `NODE_EXTRA_CA_CERTS`. */
  readonly file: string;
}

export function makeCertificate(folder: string): OwnCertificate {
  const [key, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const words = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '60',
    '-subj',
    '/CN=localhost',
  ];
  execFileSync('openssl', [...words, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-keyout', key, '-out', file], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key), cert: readFileSync(file), file };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface TlsServer {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

export async function listenByTls({ key, cert }: OwnCertificate, listener: Listener, port = 0): Promise<TlsServer> {
  const server = createServer({ key, cert }, (request, answer) => void listener(request, answer));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function handOn(placeFor: (path: string) => string | undefined): Listener {
  return (request, answer) => {
    const path = request.url ?? '/';
    const origin = placeFor(path);
    if (origin === undefined) return answer.writeHead(503).end();
    const onward = plainRequest(new URL(path, origin), { method: request.method, headers: request.headers }, (said) => {
      answer.writeHead(said.statusCode ?? 502, said.headers);
      said.pipe(answer);
    });
    onward.once('error', () => answer.writeHead(502).end());
    request.pipe(onward);
  };
}

export interface Seen {
  readonly status: number;
  readonly url: string;
  readonly text: string;
  readonly requestId: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Returns a browser without JavaScript. It stores cookies by host and follows redirects. */
export function plainBrowser({ cert }: OwnCertificate) {
  const jar = new Map<string, Map<string, string>>();
  const cookiesOf = (host: string): Map<string, string> => jar.get(host) ?? jar.set(host, new Map()).get(host)!;
  const once = (url: URL, { method = 'GET', headers = {}, body }: Sent): Promise<{ said: IncomingMessage; text: string }> =>
    new Promise((resolve, reject) => {
      const cookie = [...cookiesOf(url.host)].map(([name, value]) => `${name}=${value}`).join('; ');
      const options: RequestOptions = { method, ca: cert, headers: { ...headers, ...(cookie === '' ? {} : { Cookie: cookie }) } };
      const incoming = request(url, options, (said) => {
        let text = '';
        said.setEncoding('utf8').on('data', (part) => (text += String(part)));
        said.once('end', () => resolve({ said, text }));
      });
      incoming.once('error', reject);
      incoming.end(body);
    });
  return async function go(address: string, options: Sent = {}): Promise<Seen> {
    let url = new URL(address);
    for (let step = options, hops = 0; hops < 20; hops += 1) {
      const { said, text } = await once(url, step);
      for (const line of said.headers['set-cookie'] ?? []) {
        const [pair = ''] = line.split(';');
        const mark = pair.indexOf('=');
        cookiesOf(url.host).set(pair.slice(0, mark), pair.slice(mark + 1));
      }
      const { location } = said.headers;
      if (location === undefined)
        return { status: said.statusCode ?? 0, url: url.href, text, requestId: String(said.headers['x-request-id']) };
      url = new URL(location, url);
      step = {};
    }
    throw new Error(`${address} leads in a circle`);
  };
}
