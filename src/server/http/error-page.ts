import { randomBytes } from 'node:crypto';
import type { PlatformError } from '#server/platform-error.ts';

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.25}';

/**
 * Answers with a page that says what failed, in place of one that can't be rendered. It loads no data, script or file.
 * @param again where a retry leads: empty for the same address
 */
export function errorPage({ message, status, headers }: PlatformError, requestId: string, again: '' | '/'): Response {
  const nonce = randomBytes(16).toString('base64');
  const text = [
    '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>Something went wrong</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>`,
    `<body><main><h1>This page can’t be shown just now</h1><p>${message}</p><p><a href="${again}">Try again</a></p>`,
    `<p>For support: request <code>${requestId}</code></p></main></body></html>`,
  ].join('');
  return new Response(text, {
    status,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  });
}
