import type { ElementsOptions } from './appearance.ts';
import { CardElement } from './element.ts';
import { ElementsGroup } from './elements.ts';
import { IntegrationError } from './integration-error.ts';
import { confirmIntent, handleNextAction, readSecret, retrieveIntent, type Client, type IntentKind, type IntentResult } from './intents.ts';
import { isRecord, type BillingInput, type ElementError } from './messages.ts';

type Values = Record<string, unknown>;
type MethodResult = { paymentMethod: Values } | { error: ElementError };

export function createStripe(client: Client) {
  return {
    elements: (options?: ElementsOptions) => new ElementsGroup(client.base, options),

    async createPaymentMethod(options: Values): Promise<MethodResult> {
      const { elements, params } = options;
      if (elements instanceof ElementsGroup) {
        const details = isRecord(params) ? params : {};
        return elements
          .cardElement('createPaymentMethod')
          .createPaymentMethod(client.publishableKey, billingOf(details), metadataOf(details));
      }
      if (options['card'] instanceof CardElement)
        return options['card'].createPaymentMethod(client.publishableKey, billingOf(options), metadataOf(options));
      throw new IntegrationError('createPaymentMethod needs { elements }, or a card element as `card`.');
    },

    confirmPayment: (options: Values) => confirmWithElements(client, 'paymentIntent', 'confirmPayment', options),
    confirmSetup: (options: Values) => confirmWithElements(client, 'setupIntent', 'confirmSetup', options),

    confirmCardPayment: (clientSecret: string, data: Values = {}, options: Values = {}) =>
      confirmWithCard(client, 'paymentIntent', clientSecret, data, options),
    confirmCardSetup: (clientSecret: string, data: Values = {}, options: Values = {}) =>
      confirmWithCard(client, 'setupIntent', clientSecret, data, options),

    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      handleNextAction(client, readSecret(clientSecret), 'handleNextAction'),
    handleCardAction: async (clientSecret: string) =>
      handleNextAction(client, readSecret(clientSecret, 'paymentIntent'), 'handleCardAction'),

    retrievePaymentIntent: async (clientSecret: string) => retrieveIntent(client, readSecret(clientSecret, 'paymentIntent')),
    retrieveSetupIntent: async (clientSecret: string) => retrieveIntent(client, readSecret(clientSecret, 'setupIntent')),

    createToken: (): Promise<{ error: ElementError }> =>
      Promise.resolve({ error: { type: 'invalid_request_error', message: 'The sandbox makes no tokens: use createPaymentMethod.' } }),

    registerAppInfo: () => {},
    _registerWrapper: () => {},
  };
}

async function confirmWithElements(
  client: Client,
  kind: IntentKind,
  caller: string,
  { elements, clientSecret, confirmParams, redirect }: Values,
): Promise<IntentResult> {
  const group = elements instanceof ElementsGroup ? elements : null;
  const secret = readSecret(clientSecret ?? group?.clientSecret, kind);
  const params: Values = isRecord(confirmParams) ? confirmParams : {};
  const returnUrl = params['return_url'];
  if (redirect !== 'if_required' && typeof returnUrl !== 'string')
    throw new IntegrationError(`stripe.${caller}(): confirmParams.return_url is required unless redirect is "if_required".`);
  const method = await methodFor(client, group, caller, params);
  if ('error' in method) return method;
  const result = await confirmIntent(client, secret, { payment_method: method.id, return_url: returnUrl });
  const intent = result[kind];
  if (!intent || redirect === 'if_required') return result;
  location.assign(withResult(String(returnUrl), kind, String(intent['id']), secret.value));
  return new Promise<never>(() => {});
}

async function methodFor(
  client: Client,
  group: ElementsGroup | null,
  caller: string,
  params: Values,
): Promise<{ id: string | undefined } | { error: ElementError }> {
  if (typeof params['payment_method'] === 'string') return { id: params['payment_method'] };
  if (!group) return { id: undefined };
  const details = isRecord(params['payment_method_data']) ? params['payment_method_data'] : {};
  const created = await group.cardElement(caller).createPaymentMethod(client.publishableKey, billingOf(details), metadataOf(details));
  return 'error' in created ? created : { id: String(created.paymentMethod['id']) };
}

async function confirmWithCard(
  client: Client,
  kind: IntentKind,
  clientSecret: string,
  data: Values,
  options: Values,
): Promise<IntentResult> {
  const secret = readSecret(clientSecret, kind);
  const paymentMethod = data['payment_method'];
  let id = typeof paymentMethod === 'string' ? paymentMethod : undefined;
  if (isRecord(paymentMethod) && paymentMethod['card'] instanceof CardElement) {
    const created = await paymentMethod['card'].createPaymentMethod(
      client.publishableKey,
      billingOf(paymentMethod),
      metadataOf(paymentMethod),
    );
    if ('error' in created) return created;
    id = String(created.paymentMethod['id']);
  }
  const values = {
    payment_method: id,
    return_url: data['return_url'],
    setup_future_usage: kind === 'paymentIntent' ? data['setup_future_usage'] : undefined,
  };
  return confirmIntent(client, secret, values, options['handleActions'] !== false);
}

const billingOf = (values: Values): BillingInput | null => (isRecord(values['billing_details']) ? values['billing_details'] : null);
const metadataOf = (values: Values): Record<string, string> | null =>
  isRecord(values['metadata']) ? (values['metadata'] as Record<string, string>) : null;

function withResult(returnUrl: string, kind: IntentKind, id: string, clientSecret: string): string {
  const url = new URL(returnUrl, location.href);
  const name = kind === 'paymentIntent' ? 'payment_intent' : 'setup_intent';
  url.searchParams.set(name, id);
  url.searchParams.set(`${name}_client_secret`, clientSecret);
  url.searchParams.set('redirect_status', 'succeeded');
  return url.href;
}
