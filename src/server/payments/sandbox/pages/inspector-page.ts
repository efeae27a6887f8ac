import { html } from 'hono/html';
import { eventEffects, requestEffects, type Fault } from '#server/payments/sandbox/faults.ts';
import { testCards } from '#server/payments/sandbox/cards/test-cards.ts';
import type { MoneyEntry } from '#server/payments/sandbox/store/entries.ts';
import type { Markup } from './layout.ts';
import { moneyText, timeText } from './money-text.ts';
import type { PageContext } from './page-context.ts';

const shown = 100;

/** The inspector's page: tables, and forms that work without scripts. */
export function inspectorPage(pages: PageContext): Markup {
  return html`<main class="inspector">
    <h1>Payment gateway inspector</h1>
    <p>Everything this sandbox knows. <a href="${pages.basePath}/inspector">Refresh</a></p>
    ${clock(pages)} ${money(pages)} ${waiting(pages)} ${disputes(pages)} ${events(pages)} ${faults(pages)} ${requests(pages)} ${cards()}
  </main>`;
}

function section(id: string, title: string, body: Markup): Markup {
  return html`<section class="sheet" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body}
  </section>`;
}

/** A table in a region of its own, which scrolls sideways where it must. */
function table(caption: string, columns: readonly string[], rows: readonly Markup[], empty: string): Markup {
  if (rows.length === 0) return html`<p>${empty}</p>`;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table class="grid">
      <caption class="visually-hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col" class="${column === 'Amount' ? 'amount' : ''}">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function clock({ core, basePath, options }: PageContext): Markup {
  const steps = [
    [3600, '1 hour'],
    [86_400, '1 day'],
    [7 * 86_400, '7 days'],
    [31 * 86_400, '31 days'],
  ] as const;
  const form = html`<form class="actions" method="post" action="${basePath}/inspector/clock">
    ${steps.map(([seconds, text]) => html`<button class="button" name="seconds" value="${seconds}">Move forward ${text}</button>`)}
  </form>`;
  return section(
    'clock',
    'Clock',
    html`<p>It is <strong>${timeText(core.nowMs)}</strong> here.</p>
      ${options.moveClock ? form : html`<p>The clock is moved by the server, not here.</p>`}`,
  );
}

const kindText: Record<MoneyEntry['kind'], string> = {
  charge_succeeded: 'Charged',
  charge_pending: 'Charge pending',
  charge_failed: 'Charge refused',
  refund_succeeded: 'Refunded',
  refund_pending: 'Refund pending',
  refund_failed: 'Refund failed',
  dispute_opened: 'Disputed: taken back',
  dispute_won: 'Dispute won: returned',
  dispute_lost: 'Dispute lost',
};

function money({ core }: PageContext): Markup {
  const entries = core.state.money;
  const rows = entries
    .slice(-shown)
    .reverse()
    .map(
      (entry) =>
        html`<tr>
          <th scope="row">${timeText(entry.atMs)}</th>
          <td>${kindText[entry.kind]}</td>
          <td class="amount">${moneyText(entry.amount, entry.currency)}</td>
          <td><code>${entry.paymentIntent}</code></td>
          <td><code>${entry.customer ?? 'no customer'}</code></td>
          <td>${metadataText(entry.metadata)}</td>
        </tr>`,
    );
  return section(
    'money',
    'Charge log',
    html`${counted(rows.length, entries.length)}${table('Charge log', ['When', 'What', 'Amount', 'Payment intent', 'Customer', 'Metadata'], rows, 'Nothing was charged yet.')}`,
  );
}

function waiting({ core, basePath }: PageContext): Markup {
  const jobs = [...core.state.jobs.values()].sort((a, b) => a.dueAtMs - b.dueAtMs).slice(0, shown);
  const rows = jobs.map(
    (job) =>
      html`<tr>
        <th scope="row">${timeText(job.dueAtMs)}</th>
        <td>${job.kind.replaceAll('_', ' ')}</td>
        <td><code>${job.target}</code></td>
        <td>
          <form method="post" action="${basePath}/inspector/jobs">
            <button class="button" name="id" value="${job.id}">
              Do now<span class="visually-hidden">: ${job.kind.replaceAll('_', ' ')} ${job.target}</span>
            </button>
          </form>
        </td>
      </tr>`,
  );
  return section('waiting', 'Happens later', table('Happens later', ['When', 'What', 'Object', 'Action'], rows, 'Nothing is waiting.'));
}

function disputes({ core, basePath }: PageContext): Markup {
  const open = core.state
    .all('dispute')
    .filter((dispute) => dispute.status === 'needs_response' || dispute.status === 'warning_needs_response');
  const rows = open.map(
    (dispute) =>
      html`<tr>
        <th scope="row"><code>${dispute.id}</code></th>
        <td>${dispute.reason.replaceAll('_', ' ')}</td>
        <td class="amount">${moneyText(dispute.amount, dispute.currency)}</td>
        <td>
          <form class="actions" method="post" action="${basePath}/inspector/disputes">
            <input type="hidden" name="id" value="${dispute.id}" /><button class="button" name="outcome" value="won">
              Won<span class="visually-hidden">: ${dispute.id}</span></button
            ><button class="button" name="outcome" value="lost">Lost<span class="visually-hidden">: ${dispute.id}</span></button>
          </form>
        </td>
      </tr>`,
  );
  return section(
    'disputes',
    'Open disputes',
    table('Open disputes', ['Dispute', 'Reason', 'Amount', 'Verdict'], rows, 'No dispute is open.'),
  );
}

function events({ core, basePath }: PageContext): Markup {
  const all = core.state.all('event');
  const sent = [...core.state.deliveries.values()];
  const rows = all
    .slice(-shown)
    .reverse()
    .map((event) => {
      const deliveries = sent.filter((delivery) => delivery.event === event.id);
      const states = deliveries.map(
        (delivery) => `${delivery.status}${delivery.lastAnswer === null ? '' : ` (${delivery.lastAnswer}, ${delivery.attempts} tried)`}`,
      );
      return html`<tr>
        <th scope="row">${timeText(event.created * 1000)}</th>
        <td>${event.type}</td>
        <td><code>${event.id}</code></td>
        <td>${states.join('; ') || 'nobody listens'}</td>
      </tr>`;
    });
  const send = html`<form method="post" action="${basePath}/inspector/deliver">
    <button class="button">Deliver all waiting events now</button>
  </form>`;
  return section(
    'events',
    'Events and deliveries',
    html`${counted(rows.length, all.length)}${send}${table('Events', ['When', 'Type', 'Event', 'Delivery'], rows, 'Nothing happened yet.')}`,
  );
}

function faults({ core, basePath }: PageContext): Markup {
  const rows = core.faults.list().map(
    (fault) =>
      html`<tr>
        <th scope="row">${fault.on}</th>
        <td>${fault.effect.replaceAll('_', ' ')}</td>
        <td>${whereOf(fault)}</td>
        <td>${fault.times}</td>
        <td>
          <form method="post" action="${basePath}/inspector/faults/clear">
            <button class="button" name="id" value="${fault.id}">
              Remove<span class="visually-hidden">: ${fault.effect.replaceAll('_', ' ')}</span>
            </button>
          </form>
        </td>
      </tr>`,
  );
  const field = (form: string, name: string, label: string, type = 'text') =>
    html`<div class="field">
      <label for="${form}-${name}">${label}</label><input id="${form}-${name}" name="${name}" type="${type}" />
    </div>`;
  const choice = (form: string, name: string, label: string, values: readonly string[]) =>
    html`<div class="field">
      <label for="${form}-${name}">${label}</label
      ><select id="${form}-${name}" name="${name}">
        ${values.map((value) => html`<option value="${value}">${value.replaceAll('_', ' ') || 'any'}</option>`)}
      </select>
    </div>`;
  return section(
    'faults',
    'Scripted faults',
    html`${table('Scripted faults', ['On', 'Effect', 'Where', 'Times left', 'Action'], rows, 'No fault is scripted.')}
      <h3>Break a request</h3>
      <form class="fields" method="post" action="${basePath}/inspector/faults">
        <input type="hidden" name="on" value="request" />
        ${choice('request', 'effect', 'Effect', requestEffects)} ${choice('request', 'method', 'Method', ['', 'GET', 'POST', 'DELETE'])}
        ${field('request', 'path', 'Path (such as /payment_intents/:any/confirm)')} ${field('request', 'times', 'Times', 'number')}
        ${field('request', 'retryAfterSeconds', 'Retry after (seconds)', 'number')}
        ${field('request', 'delayMs', 'Delay (milliseconds)', 'number')}
        <button class="button">Add request fault</button>
      </form>
      <h3>Break an event</h3>
      <form class="fields" method="post" action="${basePath}/inspector/faults">
        <input type="hidden" name="on" value="event" />
        ${choice('event', 'effect', 'Effect', eventEffects)} ${field('event', 'type', 'Type (such as payment_intent.succeeded)')}
        ${field('event', 'times', 'Times', 'number')}
        <button class="button">Add event fault</button>
      </form>
      <h3>Keep a script from browsers</h3>
      <form class="fields" method="post" action="${basePath}/inspector/faults">
        <input type="hidden" name="on" value="script" /><input type="hidden" name="effect" value="missing" />
        ${field('script', 'file', 'File (stripe.js or captcha.js)')} ${field('script', 'times', 'Times', 'number')}
        <button class="button">Add script fault</button>
      </form>
      <h3>Make the captcha ask</h3>
      <form class="fields" method="post" action="${basePath}/inspector/faults">
        <input type="hidden" name="on" value="captcha" /><input type="hidden" name="effect" value="challenge" />
        ${field('captcha', 'times', 'Times', 'number')}
        <button class="button">Show the challenge</button>
      </form>`,
  );
}

function whereOf(fault: Fault): string {
  switch (fault.on) {
    case 'request':
      return `${fault.method ?? 'any method'} ${fault.path ?? 'any path'}`;
    case 'event':
      return fault.type ?? 'any type';
    case 'script':
      return fault.file ?? 'any script';
    case 'captcha':
      return 'captcha';
  }
}

function requests({ api }: PageContext): Markup {
  const rows = api.requests
    .list()
    .slice(0, shown)
    .map(
      (request) =>
        html`<tr>
          <th scope="row">${timeText(request.atMs)}</th>
          <td>${request.method} <code>${request.path}</code></td>
          <td>${request.status}${request.replayed ? ' (replayed)' : ''}</td>
          <td>${request.idempotencyKey ?? 'none'}</td>
          <td>${request.fault?.replaceAll('_', ' ') ?? 'none'}</td>
          <td><code>${request.requestId}</code></td>
        </tr>`,
    );
  return section(
    'requests',
    'Requests since the start',
    table('Requests', ['When', 'Request', 'Status', 'Idempotency key', 'Fault', 'Request id'], rows, 'No request yet.'),
  );
}

function cards(): Markup {
  const rows = testCards.map(
    (card) =>
      html`<tr>
        <th scope="row">${card.numbers.map((number) => html`<code>${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</code><br />`)}</th>
        <td>${card.brand}, ${card.funding}</td>
        <td>${card.says}</td>
        <td>${card.methodIds.map((id) => html`<code>${id}</code> `)}</td>
      </tr>`,
  );
  return section(
    'cards',
    'Test cards',
    html`<p>Any future expiry date and any security code. Other numbers are declined.</p>
      ${table('Test cards', ['Number', 'Kind', 'What it does', 'Ready-made id'], rows, '')}`,
  );
}

const counted = (part: number, all: number) => (part < all ? html`<p>The last ${part} of ${all}.</p>` : '');

const metadataText = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ') || 'none';
