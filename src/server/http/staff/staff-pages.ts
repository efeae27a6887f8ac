import { html } from 'hono/html';
import { formatDateTime } from '#lib/dates/format.ts';
import { secondsOf } from '#server/database/database.ts';
import type { RequestsPage, ShownRequest } from '#server/admin/requested-effects.ts';
import { plainPage, type Part } from './plain-page.ts';

interface ApprovalsPage extends RequestsPage {
  readonly path: string;
  readonly email: string;
  readonly before: number | undefined;
  readonly message: string | null;
  readonly nonce: string;
}

const fromPlace = (before: number | undefined): string => (before === undefined ? '' : `?before=${before}`);

type Place = Pick<ApprovalsPage, 'path' | 'before'>;

const buttonFor = ({ path, before }: Place, { id, what }: ShownRequest, decision: 'approve' | 'refuse', label: string): Part =>
  html`<form method="post" action="${path}/${id}/${decision}${fromPlace(before)}">
    <button type="submit" aria-label="${label}: ${what}">${label}</button>
  </form>`;

const requestPart = (place: Place, request: ShownRequest): Part => {
  const { id, what, organization, reason, requestedBy, requestedAt, effect } = request;
  return html`<li class="request">
    <h2 id="${id}">${what}</h2>
    <dl aria-labelledby="${id}">
      <dt>Organization</dt>
      <dd>${organization ?? 'The platform itself'}</dd>
      <dt>Reason</dt>
      <dd>${reason}</dd>
      <dt>Requested by</dt>
      <dd>${requestedBy}</dd>
      <dt>Requested at</dt>
      <dd><time datetime="${requestedAt.toISOString()}">${formatDateTime(secondsOf(requestedAt))}</time></dd>
      <dt>Effect</dt>
      <dd>${effect.map((line) => html`<div>${line}</div>`)}</dd>
      <dt>Request</dt>
      <dd>${id}</dd>
    </dl>
    ${buttonFor(place, request, 'approve', 'Approve')} ${buttonFor(place, request, 'refuse', 'Refuse')}
  </li>`;
};

const pagesPart = ({ path, before, older }: Place & Pick<RequestsPage, 'older'>): Part | '' => {
  if (before === undefined && older === null) return '';
  const newest = before === undefined ? '' : html`<li><a href="${path}">Newest requests</a></li>`;
  const next = older === null ? '' : html`<li><a href="${path}${fromPlace(older)}">Older requests</a></li>`;
  return html`<nav aria-label="More requests">
    <ul>
      ${newest} ${next}
    </ul>
  </nav>`;
};

const titleOf = ({ message, before }: Pick<ApprovalsPage, 'message' | 'before'>): string => {
  const title = before === undefined ? 'Approvals' : 'Older requests - Approvals';
  // The title contains the message, because screen readers read the title first.
  return message === null ? title : `${message} - ${title}`;
};

export const approvalsPage = ({ path, email, requests, older, before, message, nonce }: ApprovalsPage): Part =>
  plainPage(
    titleOf({ message, before }),
    nonce,
    html`<h1>Approvals</h1>
      ${message ? html`<p class="message">${message}</p>` : ''}
      <p>You decide as ${email}. Your sign-in is good for 10 minutes; then the provider asks you again.</p>
      <form method="post" action="/sign-out"><button type="submit">Sign out</button></form>
      ${
        requests.length === 0
          ? html`<p>${before === undefined ? 'No request is pending.' : 'No older request is pending.'}</p>`
          : html`<ul>
              ${requests.map((request) => requestPart({ path, before }, request))}
            </ul>`
      }
      ${pagesPart({ path, before, older })}`,
  );

export const signInAgainPage = (path: string, nonce: string): Part =>
  plainPage(
    'Nothing was decided - Sign in again',
    nonce,
    html`<h1>Sign in again</h1>
      <p class="message">Nothing was decided: your sign-in ended after 10 minutes.</p>
      <p><a href="${path}">Sign in and see the requests</a></p>`,
  );

export const signInRefusedPage = (path: string, reason: string, nonce: string): Part =>
  plainPage(
    `${reason} - Approvals`,
    nonce,
    html`<h1>You can't approve requests</h1>
      <p class="message">${reason}.</p>
      <p><a href="${path}">Sign in again</a></p>`,
  );

export const exampleRequests: readonly ShownRequest[] = [
  {
    id: 'apr_example1',
    what: 'Credit of $1,500.00: Slow queries on Oct 3',
    organization: 'harbour-logistics',
    reason: 'Slow queries on Oct 3',
    requestedBy: 'support@example.com (key_7f3k2a9d)',
    requestedAt: new Date('2026-11-27T12:00:00Z'),
    effect: ['goodwill: -$1,500.00', 'customer credit: $1,500.00'],
  },
  {
    id: 'apr_example3',
    what: 'Held for review: Egress on Nov 26, 2026 is far above the days before and comes to $4,500,000.00 at list price',
    organization: 'harbour-logistics',
    reason: 'Egress on Nov 26, 2026 is far above the days before and comes to $4,500,000.00 at list price',
    requestedBy: 'meter@example.com (key_4k2a7f9d)',
    requestedAt: new Date('2026-11-26T15:00:00Z'),
    effect: [
      'Egress on Nov 26, 2026: 50,000,000 GB in 50 records',
      'Before quotas and discounts: $4,500,000.00',
      'If approved, they are booked as of their receipt. If refused, they do not count.',
      'A key of another person can decide this too, by the API or the command.',
    ],
  },
  {
    id: 'apr_example2',
    what: 'Other approval limits',
    organization: null,
    reason: 'Agreed for the support team, which has grown and now answers customers in three regions around the clock',
    requestedBy: 'a-very-long-address-of-an-operator@billing-operations.example.com (key_9d2a7f3k)',
    requestedAt: new Date('2026-11-26T12:00:00Z'),
    effect: ['One person: $1,000.00 becomes $2,000.00 within 24 hours', 'All together: $10,000.00 becomes $20,000.00 within 24 hours'],
  },
];
