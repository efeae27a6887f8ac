import { createServer, type IncomingMessage, type Server } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/**
 * Serves the files of a folder, and index.html for all other paths. Paths below /sandbox/ are forwarded to the origin `sandbox`, because
 * the frames of the gateway and the captcha need the page's origin.
 */
export function serveFolder(folder: string, port: number, sandbox: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/sandbox/'))
      return void passOn(sandbox, request).then(({ status, headers, body }) => response.writeHead(status, headers).end(body));
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    const isFile = extname(path) !== '' && path.startsWith(folder) && existsSync(path);
    const file = isFile ? path : join(folder, 'index.html');
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/html; charset=utf-8' }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

async function passOn(origin: string, request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const requestHeaders = ['authorization', 'content-type', 'accept'].flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const answer = await fetch(new URL(request.url ?? '/', origin), {
    method: request.method ?? 'GET',
    headers: Object.fromEntries(requestHeaders),
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  });
  const kept = [...answer.headers].filter(([name]) => /^(content-type|content-security-policy)$/.test(name));
  return { status: answer.status, headers: Object.fromEntries(kept), body: Buffer.from(await answer.arrayBuffer()) };
}
