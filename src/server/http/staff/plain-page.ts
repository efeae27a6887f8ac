import { html, raw } from 'hono/html';
import { supportAddress } from '#lib/addresses.ts';
import { productName } from '#lib/product.ts';
import { emailColors, type EmailColor } from '#server/notices/email-colors.ts';

/** An HTML fragment with escaped values. */
export type Part = ReturnType<typeof html>;

const color = (name: EmailColor): string => `light-dark(${emailColors[name].light},${emailColors[name].dark})`;

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}
a{display:inline-flex;align-items:center;min-height:44px;min-width:44px}ul{list-style:none;padding:0}
body{margin:0;background:${color('canvas')};color:${color('text')};font:1rem/1.5 "Atkinson Hyperlegible Next","Segoe UI",system-ui,sans-serif}
main,footer{max-width:72rem;margin:0 auto;padding:1.5rem 1rem}
h1{font-size:1.75rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}h2{font-size:1.25rem;margin:2rem 0 .5rem}
p{margin:0 0 1rem}a{color:${color('link')}}:focus-visible{outline:3px solid ${color('link')};outline-offset:2px}
table{border-collapse:collapse;width:100%;background:${color('sheet')}}
th,td{border:1px solid ${color('line')};padding:.5rem .75rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
td a{display:inline-block;padding:.25rem 0}.list td{min-width:7rem}summary{min-height:44px;padding:.5rem 0;cursor:pointer}
.links{display:flex;flex-wrap:wrap;gap:0 1.5rem;margin:0 0 1rem}
th{color:${color('quiet')};font-weight:400}caption{text-align:start;padding:0 0 .5rem;color:${color('quiet')}}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:${color('sheet')};border:1px solid ${color('line')};padding:1rem;margin:0;font:inherit}
iframe{width:100%;height:44rem;border:1px solid ${color('line')}}
button{font:inherit;min-height:44px;padding:.5rem 1rem;border:1px solid ${color('text')};border-radius:.375rem;background:${color('sheet')};color:${color('text')};cursor:pointer}
form{display:inline-block;margin:0 .75rem .5rem 0}.request{background:${color('sheet')};border:1px solid ${color('line')};padding:1rem;margin:0 0 1rem}
.request h2{margin-block-start:0;overflow-wrap:anywhere}dl{margin:0 0 1rem}dt{color:${color('quiet')}}dd{margin:0 0 .5rem;overflow-wrap:anywhere}
.message{border:1px solid ${color('line')};border-inline-start-width:.375rem;background:${color('sheet')};padding:.75rem 1rem}
@media (max-width:40rem){thead{display:none}table,tbody,tr,td{display:block;width:100%}tr+tr{margin-block-start:1rem}.facts th,.facts td{display:block;width:100%}}`;

export const plainPage = (title: string, nonce: string, body: Part): Part =>
  html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} - ${productName}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>${body}</main>
        <footer><a href="${supportAddress}">Contact support</a></footer>
      </body>
    </html>`;
