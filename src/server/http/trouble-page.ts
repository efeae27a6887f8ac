import { newNonce } from './csp.ts';
import type { PlatformError } from './platform-error.ts';

const style =
  'body{font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.25}';

/**
 * What is shown in place of a page that can't be made. It needs nothing but itself, for whatever pages are made of may be what is
 * missing: no data, no script, no file.
 * @param again where trying again leads: empty for the same address
 */
export function troublePage({ message, status, headers }: PlatformError, requestId: string, again: '' | '/'): Response {
  const nonce = newNonce();
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
