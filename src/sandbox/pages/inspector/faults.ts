import { html } from 'hono/html';
import { eventEffects, platformEffects, requestEffects, type Fault } from '#sandbox/faults.ts';
import type { Markup } from '#sandbox/pages/layout.ts';
import type { PageContext } from '#sandbox/pages/page-context.ts';
import { inspectorSection, inspectorTable } from './section.ts';

export function faultsSection({ core, basePath }: PageContext): Markup {
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
  return inspectorSection(
    'faults',
    'Scripted faults',
    html`${inspectorTable('Scripted faults', ['On', 'Effect', 'Where', 'Times left', 'Action'], rows, 'No fault is scripted.')}
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
      <h3>Break the platform</h3>
      <form class="fields" method="post" action="${basePath}/inspector/faults">
        <input type="hidden" name="on" value="platform" />
        ${choice('platform', 'effect', 'Effect', platformEffects)}
        ${field('platform', 'name', 'Name (such as putTaxId or billing-details)')} ${field('platform', 'times', 'Times', 'number')}
        <button class="button">Add platform fault</button>
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
    case 'platform':
      return fault.name;
  }
}
