import { html } from 'hono/html';
import { Hono, type Context } from 'hono';
import { equalSecrets } from '#sandbox/api/auth.ts';
import { finishPaymentChallenge } from '#sandbox/money/confirm-payment.ts';
import { finishSetupChallenge } from '#sandbox/money/confirm-setup.ts';
import type { ChallengeRecord, PaymentIntentRecord, SetupIntentRecord } from '#sandbox/records/intents.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { announcerElement } from './card-fields.ts';
import { appearanceOf } from './layout.ts';
import { brandText, moneyText } from './money-text.ts';
import { changeState, sendPage, wantsJson, withoutOwnOrigin, type PageContext } from './page-context.ts';

type Outcome = 'completed' | 'failed' | 'canceled';

const outcomes: Record<string, Outcome> = { complete: 'completed', fail: 'failed', cancel: 'canceled' };

const channelOf = (context: Context): string => context.req.query('channel') ?? '';

export function challengeRoutes(pages: PageContext): Hono {
  const { core } = pages;
  const routes = new Hono();

  routes.get('/challenge/:id', (context) => {
    const challenge = findChallenge(pages, context, context.req.query('secret'));
    if (!challenge || challenge.status !== 'open') return sendEnd(pages, context, challenge);
    return sendQuestion(pages, context, challenge);
  });

  routes.post('/challenge/:id', async (context) => {
    const form = await context.req.formData();
    const challenge = findChallenge(pages, context, String(form.get('secret') ?? ''));
    const outcome = outcomes[String(form.get('outcome') ?? '')];
    if (!challenge || !outcome) return sendEnd(pages, context, challenge);
    const answered = challenge.status === 'open';
    if (answered) await changeState(core, (tx) => finish(tx, challenge, outcome));
    const back = returnUrl(pages, challenge, outcome);
    if (wantsJson(context)) return context.json({ location: back });
    if (back !== null) return context.redirect(back, 303);
    return sendEnd(pages, context, challenge, { answered, channel: String(form.get('channel') ?? '') });
  });

  return routes;
}

function findChallenge({ core }: PageContext, context: Context, secret: string | undefined): ChallengeRecord | null {
  const challenge = core.state.get('challenge', context.req.param('id') ?? '');
  return challenge && secret !== undefined && equalSecrets(secret, challenge.secret) ? challenge : null;
}

function sendQuestion(pages: PageContext, context: Context, challenge: ChallengeRecord): Promise<Response> {
  const { core } = pages;
  const intent = intentOf(pages, challenge);
  const card = core.state.get('payment_method', challenge.paymentMethod)?.card;
  const framed = challenge.returnUrl === null;
  const what =
    intent?.object === 'payment_intent'
      ? html`a payment of <strong>${moneyText(intent.amount, intent.currency)}</strong>`
      : html`saving this card`;
  return sendPage(context, {
    title: 'Payment authentication',
    basePath: pages.basePath,
    framed,
    ...(framed && { script: 'challenge.js' }),
    appearance: appearanceOf((name) => context.req.query(name)),
    bodyData: { base: pages.basePath, now: String(core.nowMs), channel: channelOf(context) },
    body: html`<main class="sheet ${framed ? 'sheet-framed' : ''}">
      <h1 tabindex="-1">Confirm that it is you</h1>
      <p>
        ${pages.options.merchantName ?? 'The merchant'} asks your bank to approve ${what} with your ${brandText(card?.brand ?? '')} card
        ending in ${card?.last4 ?? ''}.
      </p>
      <p class="note">No bank is asked here: this is a sandbox. Choose what the bank would answer.</p>
      <form class="actions" method="post" action="${pages.basePath}/challenge/${challenge.id}">
        <input type="hidden" name="secret" value="${challenge.secret}" />
        ${framed ? html`<input type="hidden" name="channel" value="${channelOf(context)}" />` : ''}
        <button class="button button-primary" name="outcome" value="complete">Complete authentication</button>
        <button class="button" name="outcome" value="fail">Fail authentication</button>
        <button class="button" name="outcome" value="cancel">Cancel</button>
      </form>
      ${announcerElement}
    </main>`,
  });
}

/** In a frame, the script of this last page notifies the embedding page that the challenge is over. */
function sendEnd(
  pages: PageContext,
  context: Context,
  challenge: ChallengeRecord | null,
  { answered = false, channel = channelOf(context) } = {},
): Promise<Response> {
  return sendPage(
    context,
    {
      title: 'Payment authentication',
      basePath: pages.basePath,
      framed: true,
      ...(challenge && channel !== '' && { script: 'challenge.js' }),
      bodyData: { base: pages.basePath, now: String(pages.core.nowMs), channel },
      body: html`<main class="sheet">
        <h1>${challenge ? 'This authentication is over' : 'Authentication not found'}</h1>
        <p>${challenge ? 'You can close this page.' : 'The address is incomplete, or the authentication never existed.'}</p>
        ${challenge?.returnUrl ? html`<p><a href="${returnUrl(pages, challenge, challenge.status === 'open' ? 'canceled' : challenge.status) ?? challenge.returnUrl}">Back to ${pages.options.merchantName ?? 'the merchant'}</a></p>` : ''}
      </main>`,
    },
    answered ? 200 : challenge ? 410 : 404,
  );
}

function intentOf({ core }: PageContext, challenge: ChallengeRecord): PaymentIntentRecord | SetupIntentRecord | undefined {
  return core.state.get('payment_intent', challenge.intent) ?? core.state.get('setup_intent', challenge.intent);
}

/** URL to return to after a redirect. Only the intent proves the outcome; the query of the URL does not. */
function returnUrl(pages: PageContext, challenge: ChallengeRecord, outcome: Outcome): string | null {
  const intent = intentOf(pages, challenge);
  if (challenge.returnUrl === null || !intent) return null;
  const localUrl = withoutOwnOrigin(pages, challenge.returnUrl);
  if (localUrl !== challenge.returnUrl) return localUrl;
  const url = new URL(challenge.returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret);
  url.searchParams.set('redirect_status', outcome === 'completed' ? 'succeeded' : 'failed');
  return url.href;
}

function finish(tx: Transaction, challenge: ChallengeRecord, outcome: Outcome): void {
  const payment = tx.get('payment_intent', challenge.intent);
  const setup = tx.get('setup_intent', challenge.intent);
  if (payment) finishPaymentChallenge(tx, payment, outcome);
  else if (setup) finishSetupChallenge(tx, setup, outcome);
}
