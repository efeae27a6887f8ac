import { html, raw } from 'hono/html';
import { formatDateTime } from '#lib/dates/format.ts';
import { secondsOf } from '#server/database/database.ts';
import type { listPostbox, PostboxMessage } from '#server/store/notices/postbox.ts';
import { mailColors, type MailColor } from '#server/notices/mail-colors.ts';

type Part = ReturnType<typeof html>;
type Row = Awaited<ReturnType<typeof listPostbox>>[number];

const color = (name: MailColor): string => `light-dark(${mailColors[name].light},${mailColors[name].dark})`;

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}
a{display:inline-flex;align-items:center;min-height:44px;min-width:44px}ul{list-style:none;padding:0}
body{margin:0;background:${color('canvas')};color:${color('text')};font:1rem/1.5 "Atkinson Hyperlegible Next","Segoe UI",system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1{font-size:1.75rem;line-height:1.3;margin:0 0 .5rem;overflow-wrap:anywhere}h2{font-size:1.25rem;margin:2rem 0 .5rem}
p{margin:0 0 1rem}a{color:${color('link')}}:focus-visible{outline:3px solid ${color('link')};outline-offset:2px}
table{border-collapse:collapse;width:100%;background:${color('sheet')}}
th,td{border:1px solid ${color('line')};padding:.5rem .75rem;text-align:start;vertical-align:top;overflow-wrap:anywhere}
td a{display:inline-block;padding:.25rem 0}
th{color:${color('quiet')};font-weight:400}caption{text-align:start;padding:0 0 .5rem;color:${color('quiet')}}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:${color('sheet')};border:1px solid ${color('line')};padding:1rem;margin:0;font:inherit}
iframe{width:100%;height:44rem;border:1px solid ${color('line')}}
@media (max-width:40rem){thead{display:none}table,tbody,tr,td{display:block;width:100%}tr+tr{margin-block-start:1rem}.facts th,.facts td{display:block;width:100%}}`;

const layout = (title: string, nonce: string, body: Part): Part =>
  html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style nonce="${nonce}">
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;

const when = (sentAt: Date): Part => html`<time datetime="${sentAt.toISOString()}">${formatDateTime(secondsOf(sentAt))}</time>`;

const listRow = (path: string, { id, kind, organization, recipient, subject, sentAt }: Row): Part =>
  html`<tr>
    <td><a href="${path}/${id}">${subject}</a></td>
    <td>${recipient}</td>
    <td>${organization}</td>
    <td>${kind}</td>
    <td>${when(sentAt)}</td>
  </tr>`;

/** The list of what was sent. */
export function postboxPage(path: string, rows: readonly Row[], limit: number, nonce: string): Part {
  const caption = rows.length === limit ? `The newest ${limit} messages, newest first` : `${rows.length} messages, newest first`;
  const table = html`<table>
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Subject</th>
        <th scope="col">To</th>
        <th scope="col">Organization</th>
        <th scope="col">Kind</th>
        <th scope="col">Sent</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map((row) => listRow(path, row))}
    </tbody>
  </table>`;
  return layout(
    'Postbox',
    nonce,
    html`<h1>Postbox</h1>
      <p>
        Mail of the sandbox: it is kept here and reaches no one. Move the clock to see more.
        <a href="${path}/messages">All messages as JSON</a>
      </p>
      <p><a href="${path}/examples">An example of each kind</a></p>
      ${rows.length === 0 ? html`<p>Nothing was sent yet.</p>` : table}`,
  );
}

/** The kinds of mail, each with an example. */
export const examplesPage = (path: string, kinds: readonly string[], nonce: string): Part =>
  layout(
    'Examples of mails · Postbox',
    nonce,
    html`<nav aria-label="Postbox">
        <p><a href="${path}">All messages</a></p>
      </nav>
      <h1>Examples of mails</h1>
      <ul>
        ${kinds.map((kind) => html`<li><a href="${path}/examples/${kind}">${kind}</a></li>`)}
      </ul>`,
  );

const fact = (name: string, value: string): Part =>
  html`<tr>
    <th scope="row">${name}</th>
    <td>${value}</td>
  </tr>`;

/** One message: its headers, both twins and what is attached. */
export function messagePage(
  path: string,
  { id, kind, organization, subject, headers, text, attachments }: PostboxMessage,
  nonce: string,
): Part {
  const messagePath = `${path}/${id}`;
  const attached = html`<ul>
    ${attachments.map(
      ({ name, type, bytes }) =>
        html`<li><a href="${messagePath}/attachments/${encodeURIComponent(name)}">${name}</a> (${type}, ${bytes} bytes)</li>`,
    )}
  </ul>`;
  return layout(
    `${subject} · Postbox`,
    nonce,
    html`<nav aria-label="Postbox">
        <p><a href="${path}">All messages</a></p>
      </nav>
      <h1>${subject}</h1>
      <h2>HTML</h2>
      <p><a href="${messagePath}/body">Open the HTML alone</a></p>
      <iframe src="${messagePath}/body" title="HTML of this message" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
      <h2>Text</h2>
      <pre>${text}</pre>
      <h2>Attachments</h2>
      ${attachments.length === 0 ? html`<p>None.</p>` : attached}
      <h2>Headers</h2>
      <table class="facts">
        <tbody>
          ${Object.entries(headers).map(([name, value]) => fact(name, value))} ${fact('Kind', kind)} ${fact('Organization', organization)}
        </tbody>
      </table>`,
  );
}
