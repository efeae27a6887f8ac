import { html } from 'hono/html';
import { formatDateTime } from '#lib/dates/format.ts';
import { secondsOf } from '#server/database/database.ts';
import type { listPostbox, PostboxMessage } from '#server/store/notices/postbox.ts';
import { plainPage as layout, type Part } from '#server/http/staff/plain-page.ts';

type Row = Awaited<ReturnType<typeof listPostbox>>[number];

const when = (sentAt: Date): Part => html`<time datetime="${sentAt.toISOString()}">${formatDateTime(secondsOf(sentAt))}</time>`;

interface View {
  readonly path: string;
  readonly rows: readonly Row[];
  readonly limit: number;
  readonly organizations: readonly string[];
  readonly organization: string | undefined;
}

function listAddress(path: string, organization: string | undefined, before?: number): string {
  const query = new URLSearchParams({
    ...(organization !== undefined && { organization }),
    ...(before !== undefined && { before: String(before) }),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
}

const listRow = (path: string, { id, kind, organization, recipient, subject, sentAt }: Row): Part =>
  html`<tr>
    <td><a href="${path}/${id}" aria-label="${subject}, message ${id}">${subject}</a></td>
    <td>${recipient}</td>
    <td>${organization}</td>
    <td>${kind}</td>
    <td>${when(sentAt)}</td>
  </tr>`;

const messageTable = ({ path, rows, limit, organization }: View): Part =>
  html`<table class="list">
    <caption>
      ${rows.length === limit ? `${limit} messages` : `${rows.length} messages`}${organization === undefined ? '' : ` of ${organization}`},
      newest first
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

const organizationLinks = ({ path, organizations, organization }: View): Part =>
  html`<details>
    <summary>${organization === undefined ? 'Show one organization' : `Only ${organization}. Show another organization`}</summary>
    <ul class="links">
      ${organization === undefined ? '' : html`<li><a href="${path}">All organizations</a></li>`}
      ${organizations.map((each) => html`<li><a href="${listAddress(path, each)}">${each}</a></li>`)}
    </ul>
  </details>`;

export function postboxPage(view: View, nonce: string): Part {
  const { path, rows, limit, organizations, organization } = view;
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return layout(
    'Postbox',
    nonce,
    html`<h1>Postbox</h1>
      <p>
        Email of the sandbox. It is kept here and never sent. Move the clock to see more.
        <a href="${path}/messages">All messages as JSON</a>
      </p>
      <p><a href="${path}/examples">An example of each kind</a></p>
      ${organizations.length > 1 ? organizationLinks(view) : ''}
      ${rows.length === 0 ? html`<p>Nothing was sent yet.</p>` : messageTable(view)}
      ${last ? html`<p><a href="${listAddress(path, organization, last.id)}">Older messages</a></p>` : ''}`,
  );
}

export const examplesPage = (path: string, kinds: readonly string[], nonce: string): Part =>
  layout(
    'Examples of emails · Postbox',
    nonce,
    html`<nav aria-label="Postbox">
        <p><a href="${path}">All messages</a></p>
      </nav>
      <h1>Examples of emails</h1>
      <ul>
        ${kinds.map((kind) => html`<li><a href="${path}/examples/${kind}">${kind}</a></li>`)}
      </ul>`,
  );

const fact = (name: string, value: string): Part =>
  html`<tr>
    <th scope="row">${name}</th>
    <td>${value}</td>
  </tr>`;

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
