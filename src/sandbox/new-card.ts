import { encodeForm } from './browser/api-client.ts';

export interface NewCard {
  number: string;
  expMonth?: number;
  expYear?: number;
  cvc?: string | null;
  billing?: {
    name?: string;
    email?: string;
    address?: { line1?: string; city?: string; state?: string; postal_code?: string; country?: string };
  };
}

export type NewCardResult = { ok: true; id: string } | { ok: false; code: string | null; message: string };

export interface NewCardAccess {
  /** URL of the gateway, such as `http://127.0.0.1:4310/sandbox/gateway`. */
  baseUrl: string;
  publishableKey: string;
  fetch?: (request: Request) => Promise<Response>;
}

/** Creates a payment method with the publishable key, like the card frame. For seeds and tests. Omitted fields get valid values. */
export async function createCardLikeBrowser(
  { baseUrl, publishableKey, fetch: send = fetch }: NewCardAccess,
  card: NewCard,
): Promise<NewCardResult> {
  const { number, expMonth = 12, expYear = 2039, cvc = /^3[47]/.test(number) ? '1234' : '123', billing } = card;
  const body = encodeForm({ type: 'card', card: { number, exp_month: expMonth, exp_year: expYear, cvc }, billing_details: billing });
  const headers = { authorization: `Bearer ${publishableKey}`, 'content-type': 'application/x-www-form-urlencoded' };
  const response = await send(new Request(`${baseUrl}/v1/payment_methods`, { method: 'POST', headers, body }));
  const answer = (await response.json()) as { id?: string; error?: { code?: string; message: string } };
  if (answer.id !== undefined) return { ok: true, id: answer.id };
  return { ok: false, code: answer.error?.code ?? null, message: answer.error?.message ?? 'No payment method came back.' };
}
