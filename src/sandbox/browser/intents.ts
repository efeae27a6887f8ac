import { callApi, type ApiResult } from './api-client.ts';
import { showChallenge } from './challenge.ts';
import { IntegrationError } from './integration-error.ts';
import { isRecord, type ElementError } from './messages.ts';

export interface Client {
  base: string;
  publishableKey: string;
}

export type Intent = Record<string, unknown>;
export type IntentKind = 'paymentIntent' | 'setupIntent';
export type IntentResult = { paymentIntent?: Intent; setupIntent?: Intent; error?: ElementError };

interface Secret {
  kind: IntentKind;
  path: string;
  value: string;
}

/** Throws if the secret is invalid or belongs to another kind of intent. */
export function readSecret(clientSecret: unknown, wanted?: IntentKind): Secret {
  const match = typeof clientSecret === 'string' ? /^((pi|seti)_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret) : null;
  const kind = match?.[2] === 'seti' ? 'setupIntent' : 'paymentIntent';
  if (!match || (wanted && wanted !== kind))
    throw new IntegrationError(
      `Invalid value for the client secret: it should be a secret of a ${wanted ?? 'paymentIntent or setupIntent'}.`,
    );
  return { kind, path: `/${kind === 'paymentIntent' ? 'payment_intents' : 'setup_intents'}/${match[1]}`, value: clientSecret as string };
}

export async function retrieveIntent(client: Client, secret: Secret): Promise<IntentResult> {
  return toResult(secret.kind, await callApi(client.base, client.publishableKey, 'GET', secret.path, { client_secret: secret.value }));
}

export async function confirmIntent(
  client: Client,
  secret: Secret,
  values: Record<string, unknown>,
  handleActions = true,
): Promise<IntentResult> {
  const result = toResult(
    secret.kind,
    await callApi(client.base, client.publishableKey, 'POST', `${secret.path}/confirm`, {
      ...values,
      client_secret: secret.value,
      use_stripe_sdk: true,
      expected_payment_method_type: 'card',
    }),
  );
  const intent = result[secret.kind];
  return handleActions && intent?.['status'] === 'requires_action' ? act(client, secret, intent) : result;
}

export async function handleNextAction(client: Client, secret: Secret, caller: string): Promise<IntentResult> {
  const result = await retrieveIntent(client, secret);
  const intent = result[secret.kind];
  if (!intent) return result;
  if (intent['status'] !== 'requires_action') {
    throw new IntegrationError(
      `${caller}: The ${secret.kind === 'paymentIntent' ? 'PaymentIntent' : 'SetupIntent'} supplied is not in the requires_action state.`,
    );
  }
  return act(client, secret, intent);
}

async function act(client: Client, secret: Secret, intent: Intent): Promise<IntentResult> {
  const action = isRecord(intent['next_action']) ? intent['next_action'] : {};
  const redirect = action['redirect_to_url'];
  if (isRecord(redirect) && typeof redirect['url'] === 'string') {
    location.assign(redirect['url']);
    return new Promise<never>(() => {});
  }
  const sdk = isRecord(action['use_stripe_sdk']) ? action['use_stripe_sdk'] : {};
  if (typeof sdk['stripe_js'] !== 'string')
    return { error: { type: 'api_error', message: 'The payment asks for an action that this page cannot show.' } };
  const end = await showChallenge(sdk['stripe_js']);
  if (end === 'unreachable')
    return { error: { type: 'api_connection_error', message: 'The bank page could not be loaded. Check your connection and try again.' } };
  if (end === 'abandoned') {
    // An abandoned challenge counts as failed authentication and returns an error, as with Stripe.
    const canceled = await callApi(client.base, client.publishableKey, 'POST', `${secret.path}/source_cancel`, {
      client_secret: secret.value,
      source: sdk['source'],
    });
    return canceled.ok ? retrieveIntent(client, secret) : { error: canceled.error };
  }
  return settled(secret.kind, await retrieveIntent(client, secret));
}

/** Returns the intent after the challenge, or the intent's last error if the intent needs a new payment method. */
function settled(kind: IntentKind, result: IntentResult): IntentResult {
  const intent = result[kind];
  if (!intent || intent['status'] !== 'requires_payment_method') return result;
  const last = intent[kind === 'paymentIntent' ? 'last_payment_error' : 'last_setup_error'];
  const error =
    isRecord(last) && typeof last['type'] === 'string' && typeof last['message'] === 'string'
      ? (last as ElementError)
      : { type: 'card_error', message: 'The payment was not completed.' };
  return { error: { ...error, [kind === 'paymentIntent' ? 'payment_intent' : 'setup_intent']: intent } };
}

function toResult(kind: IntentKind, result: ApiResult): IntentResult {
  return result.ok ? { [kind]: result.object } : { error: result.error };
}
