import { html } from 'hono/html';
import { Hono, type Context } from 'hono';
import { ApiProblem } from '#sandbox/api/problem.ts';
import { plainText, readExpiry } from '#sandbox/browser/card-form.ts';
import { cardInputProblem, type CardInput } from '#sandbox/cards/card-input.ts';
import { declineReasons } from '#sandbox/cards/declines.ts';
import { cardByNumber } from '#sandbox/cards/find-card.ts';
import { paySession } from '#sandbox/money/checkout.ts';
import { createMethod, noAddress, noBillingDetails } from '#sandbox/money/methods.ts';
import type { CheckoutSessionRecord } from '#sandbox/records/checkout-sessions.ts';
import type { PaymentIntentRecord } from '#sandbox/records/intents.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { announcerElement, cardFields } from './card-fields.ts';
import { moneyText } from './money-text.ts';
import { changeState, sendPage, wantsJson, withoutOwnOrigin, type PageContext } from './page-context.ts';

const notFound = {
  status: 404,
  title: 'Payment page not found',
  text: 'The address is incomplete, or the page never existed.',
} as const;

export function checkoutRoutes(pages: PageContext): Hono {
  const { core } = pages;
  const routes = new Hono();

  routes.get('/pay/:id', async (context) => {
    await pages.settle();
    const session = core.state.get('checkout.session', context.req.param('id'));
    if (!session) return sendMessage(pages, context, notFound);
    if (session.status === 'complete') return context.redirect(successUrl(session), 303);
    if (session.status === 'expired') return sendExpired(pages, context, session);
    return sendCheckout(pages, context, session, lastRefusal(core, session));
  });

  routes.post('/pay/:id', async (context) => {
    const form = await context.req.formData();
    const session = core.state.get('checkout.session', context.req.param('id'));
    if (!session) return sendMessage(pages, context, notFound);
    const paid = await changeState(core, (tx) => pay(tx, session.id, (name) => String(form.get(name) ?? '').trim()));
    const now = core.state.get('checkout.session', session.id) ?? session;
    if (now.status === 'complete') return go(context, successUrl(now));
    const pageUrl = withoutOwnOrigin(pages, session._.pageUrl);
    if (paid.ok) return go(context, withoutOwnOrigin(pages, challengeUrl(paid.result) ?? pageUrl));
    if (now.status === 'expired') return wantsJson(context) ? context.json({ location: pageUrl }) : sendExpired(pages, context, now);
    const { message: text, param } = paid.problem.fields;
    return wantsJson(context) ? context.json({ message: text, param: param ?? null }, 402) : sendCheckout(pages, context, now, text);
  });

  return routes;
}

function sendCheckout(pages: PageContext, context: Context, session: CheckoutSessionRecord, refusal: string): Promise<Response> {
  const total = moneyText(session.amount_total, session.currency);
  const merchant = pages.options.merchantName ?? 'The merchant';
  return sendPage(context, {
    title: `Pay ${total} to ${merchant}`,
    basePath: pages.basePath,
    script: 'checkout.js',
    framed: false,
    bodyData: { base: pages.basePath, now: String(pages.core.nowMs), channel: '' },
    body: html`<main class="sheet">
      <h1>Pay ${merchant}</h1>
      <p class="note">Sandbox: no money moves. Use a test card.</p>
      <table class="lines">
        <caption class="visually-hidden">
          What you pay for
        </caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          ${session._.lines.map(
            (line) =>
              html`<tr>
                <th scope="row">${line.description}${line.quantity > 1 ? ` × ${line.quantity}` : ''}</th>
                <td>${moneyText(line.unit_amount * line.quantity, session.currency)}</td>
              </tr>`,
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>${total}</td>
          </tr>
        </tfoot>
      </table>
      <p id="refusal" class="refusal" tabindex="-1" role="alert" ${refusal === '' ? html`hidden` : ''}>${refusal}</p>
      <form class="card-form" method="post" action="${pages.basePath}/pay/${session.id}">
        <div class="field">
          <label for="card-name">Name on card</label>
          <input id="card-name" name="name" type="text" autocomplete="cc-name" maxlength="200" />
        </div>
        ${cardFields({ country: 'US', postalCode: '' })} ${announcerElement}
        <button class="button button-primary button-wide">Pay ${total}</button>
      </form>
      ${session.cancel_url === null ? '' : html`<p><a class="back" href="${session.cancel_url}">Cancel and go back to ${merchant}</a></p>`}
    </main>`,
  });
}

function sendExpired(pages: PageContext, context: Context, session: CheckoutSessionRecord): Promise<Response> {
  return sendMessage(pages, context, {
    status: 410,
    title: 'This payment page has expired',
    text: 'Nothing was charged. Ask for a new payment link.',
    back: session.cancel_url,
  });
}

function sendMessage(
  pages: PageContext,
  context: Context,
  { status, title, text, back = null }: { status: 404 | 410; title: string; text: string; back?: string | null },
): Promise<Response> {
  const link = back === null ? '' : html`<p><a href="${back}">Go back to ${pages.options.merchantName ?? 'the merchant'}</a></p>`;
  return sendPage(
    context,
    {
      title,
      basePath: pages.basePath,
      framed: false,
      body: html`<main class="sheet">
        <h1>${title}</h1>
        <p>${text}</p>
        ${link}
      </main>`,
    },
    status,
  );
}

/** Message of the last payment error, shown to a payer who returns from the bank's page. Empty if there was no error. */
function lastRefusal(core: PageContext['core'], session: CheckoutSessionRecord): string {
  const intent = session.payment_intent === null ? undefined : core.state.get('payment_intent', session.payment_intent);
  return intent?.last_payment_error?.message ?? '';
}

function pay(tx: Transaction, sessionId: string, field: (name: string) => string): PaymentIntentRecord {
  const session = tx.get('checkout.session', sessionId);
  if (!session) throw new Error(`The checkout session ${sessionId} is gone.`);
  const expiry = readExpiry(field('expiry'));
  const input: CardInput = {
    number: plainText(field('number')).replaceAll(/[\s-]/g, ''),
    expMonth: expiry?.month ?? 0,
    expYear: expiry?.year ?? 0,
    cvc: plainText(field('cvc')),
  };
  const problem = cardInputProblem(input, tx.nowMs);
  if (problem) throw new ApiProblem(402, { type: 'card_error', code: problem.code, message: problem.message, param: problem.param });
  const card = cardByNumber(input.number);
  if (!card) throw new ApiProblem(402, { type: 'card_error', ...declineReasons.notATestCard });
  const text = (name: string) => field(name).slice(0, 200) || null;
  const billingDetails = {
    ...noBillingDetails,
    name: text('name'),
    email: session.customer_email,
    address: { ...noAddress, country: text('country'), postal_code: plainText(text('postalCode') ?? '') || null },
  };
  return paySession(tx, session, createMethod(tx, { card, input, billingDetails }));
}

const go = (context: Context, location: string): Response =>
  wantsJson(context) ? context.json({ location }) : context.redirect(location, 303);

const challengeUrl = ({ next_action }: PaymentIntentRecord): string | null =>
  next_action?.type === 'redirect_to_url' ? next_action.redirect_to_url.url : null;

const successUrl = (session: CheckoutSessionRecord): string => session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
