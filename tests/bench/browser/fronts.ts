import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

export type OwnFiles = Readonly<Record<string, { readonly type: string; readonly content: Buffer }>>;

export interface Variant {
  readonly change: (html: string) => string;
  readonly files?: OwnFiles;
  /** Pattern of the files to delay, and their delay in milliseconds. */
  readonly late?: readonly [files: RegExp, milliseconds: number];
}

export interface Front {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** The platform uses the same quality for its responses. */
const compress = (content: Buffer): Buffer => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function ask(origin: string, { url = '/', method = 'GET', headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const forwardedHeaders = { ...headers, host: new URL(origin).host };
  // The proxy requests pages uncompressed, because it changes their HTML. Asset files keep the compression of the build.
  if (!url.startsWith('/assets/')) delete forwardedHeaders['accept-encoding'];
  return new Promise((resolve, reject) => {
    const outgoing = request(origin + url, { method, headers: forwardedHeaders }, resolve);
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function answer(origin: string, variant: Variant, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = variant.files?.[request.url ?? ''];
  if (file) {
    const content = compress(file.content);
    response.writeHead(200, { 'Content-Type': file.type, 'Content-Encoding': 'br', 'Content-Length': content.length }).end(content);
    return;
  }
  const received = await ask(origin, request, await bodyOf(request));
  const headers = { ...received.headers };
  let body = await bodyOf(received);
  if (headers['content-type']?.startsWith('text/html') && received.statusCode === 200) {
    body = compress(Buffer.from(variant.change(body.toString())));
    headers['content-encoding'] = 'br';
    headers['content-length'] = String(body.length);
    delete headers['transfer-encoding'];
  }
  const [files, milliseconds] = variant.late ?? [/^$/, 0];
  if (files.test(request.url ?? '')) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  response.writeHead(received.statusCode ?? 500, headers).end(body);
}

/** Starts a proxy for a variant of the pages. It has the platform's host name, so that the session cookie is valid. */
export async function openFront(origin: string, variant: Variant): Promise<Front> {
  const server = createServer((request, response) => {
    answer(origin, variant, request, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://${new URL(origin).hostname}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
