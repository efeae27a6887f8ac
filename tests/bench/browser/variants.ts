import type { Variant } from './fronts.ts';
import { eagerBundle, floorBundle } from './bundles.ts';

const scripts = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const preloads = /<link rel="modulepreload"[^>]*>/g;
const entry = /<script type="module"[^>]*><\/script>/;

export const product: Variant = { change: (html) => html };

export const withoutScripts: Variant = { change: (html) => html.replace(scripts, '').replace(preloads, '') };

const nonceOf = (html: string): string => /nonce="([^"]+)"/.exec(html)?.[1] ?? '';

function withEntry(html: string, path: string): string {
  return html.replace(preloads, '').replace(entry, `<script type="module" nonce="${nonceOf(html)}" src="${path}"></script>`);
}

const script = (content: string) => ({ type: 'text/javascript; charset=utf-8', content: Buffer.from(content) });

/** The baseline is a single script bundle that hydrates the whole page at once. */
export async function eager(): Promise<Variant> {
  return { change: (html) => withEntry(html, '/bench/eager.js'), files: { '/bench/eager.js': script(await eagerBundle()) } };
}

export async function reactOnly(): Promise<Variant> {
  return {
    change: (html) => withEntry(html, '/bench/react.js'),
    files: { '/bench/react.js': script(await floorBundle('react-only.tsx')) },
  };
}

export async function native(): Promise<Variant> {
  const page =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Floor</title><script type="module" src="/bench/native.js"></script>';
  return {
    change: (html) => html,
    files: {
      '/bench/native': { type: 'text/html; charset=utf-8', content: Buffer.from(page) },
      '/bench/native.js': script(await floorBundle('native.tsx')),
    },
  };
}
