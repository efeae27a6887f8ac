import { randomBytes } from 'node:crypto';
import { supportAddress } from '#lib/addresses.ts';
import { productName } from '#lib/product.ts';
import { failureStatusCodes, type PlatformError } from '#server/platform-error.ts';
import type { HttpContext } from './environment.ts';

const style =
  ':root{color-scheme:light dark}body{background:Canvas;color:CanvasText;font:1.125rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.25}a{display:inline-flex;align-items:center;min-height:44px}';

interface PlainPage {
  readonly title: string;
  /** HTML of the main element, in which all texts are escaped. */
  readonly main: string;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function plainPage({ title, main }: PlainPage): { readonly text: string; readonly headers: Record<string, string> } {
  const nonce = randomBytes(16).toString('base64');
  const text = [
    `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>${title} - ${productName}</title>`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>`,
    `<body><main>${main}</main><footer><a href="${supportAddress}">Contact support</a></footer></body></html>`,
  ].join('');
  return {
    text,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  };
}

/** @param again the URL of the retry link; empty for the URL of the request */
export function errorPage({ message, status, headers }: PlatformError, requestId: string, again: '' | '/'): Response {
  const page = plainPage({
    title: status === failureStatusCodes.busy ? 'Too many requests' : 'Something went wrong',
    main: `<h1>This page can't be shown just now</h1><p>${message}</p><p><a href="${again}">Try again</a></p><p>For support: request <code>${requestId}</code></p>`,
  });
  return new Response(page.text, { status, headers: { ...headers, ...page.headers } });
}

/** Returns a page that opens the provider. A redirect in response to a form would be blocked by `form-action` in the policy. */
export function leaveProviderPage(c: HttpContext, location: string): Response {
  const page = plainPage({
    title: 'Signed out',
    main: `<h1>You are signed out here</h1><p><a href="${escaped(location)}">Sign out at your identity provider too</a></p>`,
  });
  return c.body(page.text, 200, { ...page.headers, Refresh: `0; url=${location}` });
}
