import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { accepts } from './compress.ts';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

/** Variants that the build has compressed ahead of time, best first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Answers a file of the client build, or null for a name that it doesn't have. */
export type Assets = (name: string, acceptEncoding: string) => Promise<Response | null>;

/** File names carry a hash of the content, so a name is good for ever. Only names of the build are ever opened. */
export function assetsIn(folder: string): Assets {
  const names = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const contents = new Map<string, Promise<Buffer>>();
  const contentOf = (name: string): Promise<Buffer> => {
    const content = contents.get(name) ?? readFile(join(folder, name));
    contents.set(name, content);
    return content;
  };
  return async (name, acceptEncoding) => {
    const type = types[extname(name)];
    if (!names.has(name) || !type) return null;
    const [encoding, ending = ''] = encodings.find(([token, suffix]) => accepts(token, acceptEncoding) && names.has(name + suffix)) ?? [];
    return new Response(new Uint8Array(await contentOf(name + ending)), {
      headers: {
        'Content-Type': type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(encoding ? { 'Content-Encoding': encoding } : {}),
      },
    });
  };
}

/** Under the development server, which serves sources by itself. */
export const noAssets: Assets = () => Promise.resolve(null);
