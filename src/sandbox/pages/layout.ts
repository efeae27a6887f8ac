import { html } from 'hono/html';

export type Markup = ReturnType<typeof html>;

export interface PageSettings {
  title: string;
  basePath: string;
  script?: string;
  framed: boolean;
  appearance?: Appearance;
  bodyData?: { base: string; now: string; channel: string };
  body: Markup;
}

/** If an attribute is absent, the browser's preference applies. */
export interface Appearance {
  theme?: string;
  contrast?: string;
  density?: string;
}

/** The html helper has already escaped `body`. */
export function htmlDocument({ title, basePath, script, framed, appearance = {}, bodyData, body }: PageSettings): Markup {
  return html`<!doctype html>
    <html
      lang="en"
      ${attribute('data-theme', appearance.theme)}
      ${attribute('data-contrast', appearance.contrast)}
      ${attribute('data-density', appearance.density)}
      data-framed="${framed ? 'yes' : 'no'}"
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${basePath}/sandbox.css" />
        ${script === undefined ? '' : html`<script src="${basePath}/${script}" defer></script>`}
      </head>
      <body ${bodyData ? html`data-base="${bodyData.base}" data-now="${bodyData.now}" data-channel="${bodyData.channel}"` : ''}>
        ${body}
      </body>
    </html>`;
}

const attribute = (name: string, value: string | undefined) => (value === undefined ? '' : html`${name}="${value}"`);

export function appearanceOf(query: (name: string) => string | undefined): Appearance {
  const known = (name: string, values: readonly string[]) => {
    const value = query(name);
    return value !== undefined && values.includes(value) ? value : undefined;
  };
  const theme = known('theme', ['light', 'dark']);
  const contrast = known('contrast', ['more', 'normal']);
  const density = known('density', ['comfortable', 'compact']);
  return { ...(theme && { theme }), ...(contrast && { contrast }), ...(density && { density }) };
}

/** Pages load files of this origin only, and only pages for frames can be framed. */
export function securityHeaders(framed: boolean): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
