import { createServer, type Server } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

/** Serves a folder as any static host would: an address that is no file answers with the document. */
export function serveFolder(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const path = join(folder, normalize(new URL(request.url ?? '/', 'http://localhost').pathname));
    const isFile = extname(path) !== '' && path.startsWith(folder) && existsSync(path);
    const file = isFile ? path : join(folder, 'index.html');
    response.writeHead(200, { 'Content-Type': types[extname(file)] ?? 'text/html; charset=utf-8' }).end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
