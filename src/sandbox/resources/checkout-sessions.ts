import { answerEndpoint, defineEndpoint, type Endpoint } from '#sandbox/api/endpoint.ts';
import { lineItems } from '#sandbox/api/line-items.ts';
import { createdShape, listShape, pageOfList } from '#sandbox/api/lists.ts';
import { groupParam, integerParam, listOf, mergeMetadata, metadataParam, oneOf, textParam, type Values } from '#sandbox/api/params.ts';
import { invalidRequest } from '#sandbox/api/problem.ts';
import { newId, randomText } from '#sandbox/ids.ts';
import { expireSession } from '#sandbox/money/session-state.ts';
import type { SessionLine } from '#sandbox/records/checkout-sessions.ts';
import { allowedTypes } from './intent-params.ts';
import { inPath, liveCustomer, needRecord } from './lookup.ts';
import { amountOf, currencyOf } from './money-params.ts';

const object = 'checkout.session';
const minLifeSeconds = 30 * 60;
const maxLifeSeconds = 24 * 60 * 60;

const lineShape = {
  quantity: integerParam,
  price_data: groupParam({
    currency: textParam(3),
    unit_amount: integerParam,
    product_data: groupParam({ name: textParam(1000), description: textParam(5000), metadata: metadataParam }),
  }),
};

const createShape = {
  allowed_payment_method_types: allowedTypes,
  cancel_url: textParam(5000),
  client_reference_id: textParam(200),
  customer: textParam(255),
  customer_email: textParam(800),
  expires_at: integerParam,
  line_items: listOf(groupParam(lineShape)),
  metadata: metadataParam,
  mode: oneOf('payment'),
  payment_intent_data: groupParam({
    description: textParam(1000),
    metadata: metadataParam,
    setup_future_usage: oneOf('off_session', 'on_session'),
  }),
  submit_type: oneOf('auto', 'book', 'donate', 'pay'),
  success_url: textParam(5000),
  ui_mode: oneOf('hosted_page'),
};

export const checkoutSessionEndpoints: Endpoint[] = [
  defineEndpoint({ method: 'POST', path: '/checkout/sessions', object }, createShape, ({ tx, params }) => {
    needRecord(params.mode, 'mode');
    const { currency, lines } = linesOf(needRecord(params.line_items, 'line_items'));
    const total = amountOf(
      lines.reduce((sum, line) => sum + line.unit_amount * line.quantity, 0),
      currency,
    );
    const expiresAt = params.expires_at ?? tx.nowSeconds + maxLifeSeconds;
    if (expiresAt < tx.nowSeconds + minLifeSeconds || expiresAt > tx.nowSeconds + maxLifeSeconds) {
      throw invalidRequest('The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.', {
        param: 'expires_at',
      });
    }
    if (params.customer !== undefined && params.customer_email !== undefined) {
      throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', { param: 'customer' });
    }
    const id = `cs_test_${randomText(58)}`;
    const pageUrl = tx.urls.checkout(id);
    const session = tx.put<'checkout.session'>({
      object,
      id,
      created: tx.nowSeconds,
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      amount_subtotal: total,
      amount_total: total,
      cancel_url: params.cancel_url === undefined ? null : absoluteUrl(params.cancel_url, 'cancel_url'),
      client_reference_id: params.client_reference_id ?? null,
      currency,
      customer: params.customer === undefined ? null : liveCustomer(tx, params.customer).id,
      customer_details: null,
      customer_email: params.customer_email ?? null,
      expires_at: expiresAt,
      metadata: mergeMetadata({}, params.metadata),
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      submit_type: params.submit_type ?? null,
      success_url: absoluteUrl(needRecord(params.success_url, 'success_url'), 'success_url'),
      url: pageUrl,
      _: {
        lines,
        paymentMetadata: mergeMetadata({}, params.payment_intent_data?.metadata),
        paymentDescription: params.payment_intent_data?.description ?? null,
        setupFutureUsage: params.payment_intent_data?.setup_future_usage ?? null,
        pageUrl,
      },
    });
    tx.schedule('expire_session', id, expiresAt * 1000);
    return answerEndpoint(session);
  }),
  defineEndpoint({ method: 'GET', path: '/checkout/sessions/:id', object }, {}, ({ tx, path }) =>
    answerEndpoint(inPath(tx, object, path('id'), 'session')),
  ),
  defineEndpoint(
    { method: 'GET', path: '/checkout/sessions', object, isList: true },
    {
      ...listShape,
      ...createdShape,
      customer: textParam(255),
      payment_intent: textParam(255),
      status: oneOf('open', 'complete', 'expired'),
    },
    ({ tx, params }) => {
      const wanted = tx
        .all(object)
        .filter(
          (session) =>
            (params.customer === undefined || session.customer === params.customer) &&
            (params.payment_intent === undefined || session.payment_intent === params.payment_intent) &&
            (params.status === undefined || session.status === params.status),
        );
      return pageOfList('/v1/checkout/sessions', object, wanted, params);
    },
  ),
  defineEndpoint({ method: 'GET', path: '/checkout/sessions/:id/line_items', object }, { limit: integerParam }, ({ tx, path }) => ({
    kind: 'json',
    json: lineItems(inPath(tx, object, path('id'), 'session')),
  })),
  defineEndpoint({ method: 'POST', path: '/checkout/sessions/:id/expire', object }, {}, ({ tx, path }) => {
    const session = inPath(tx, object, path('id'), 'session');
    if (session.status !== 'open')
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    return answerEndpoint(expireSession(tx, session));
  }),
];

function linesOf(items: Values<typeof lineShape>[]): { currency: string; lines: SessionLine[] } {
  const currencies = new Set<string>();
  const lines = items.map((item, index): SessionLine => {
    const name = `line_items[${index}]`;
    const price = needRecord(item.price_data, `${name}[price_data]`);
    currencies.add(currencyOf(needRecord(price.currency, `${name}[price_data][currency]`)));
    const unitAmount = needRecord(price.unit_amount, `${name}[price_data][unit_amount]`);
    const quantity = needRecord(item.quantity, `${name}[quantity]`);
    if (unitAmount < 0)
      throw invalidRequest('This value must be greater than or equal to 0.', {
        code: 'parameter_invalid_integer',
        param: `${name}[price_data][unit_amount]`,
      });
    if (quantity < 1 || quantity > 999_999)
      throw invalidRequest('This value must be between 1 and 999999.', { code: 'parameter_invalid_integer', param: `${name}[quantity]` });
    const product = needRecord(price.product_data, `${name}[price_data][product_data]`);
    return {
      id: newId('li'),
      price: newId('price'),
      description: needRecord(product.name, `${name}[price_data][product_data][name]`),
      quantity,
      unit_amount: unitAmount,
    };
  });
  const [currency] = currencies;
  if (currency === undefined)
    throw invalidRequest('line_items must have at least one item.', { code: 'parameter_missing', param: 'line_items' });
  if (currencies.size > 1) throw invalidRequest('All line items must have the same currency.', { param: 'line_items' });
  return { currency, lines };
}

function absoluteUrl(url: string, param: string): string {
  if (!/^https?:\/\/[^/]/.test(url)) throw invalidRequest('Not a valid URL', { code: 'url_invalid', param });
  return url;
}
