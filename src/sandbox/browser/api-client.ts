import { isRecord, type ElementError } from './messages.ts';

export type ApiResult = { ok: true; object: Record<string, unknown> } | { ok: false; error: ElementError };

const timeoutMs = 30_000;

export function encodeForm(values: Record<string, unknown>): string {
  const form = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) value.forEach((item, index) => add(`${name}[${index}]`, item));
    else if (isRecord(value)) for (const key of Object.keys(value)) add(`${name}[${key}]`, value[key]);
    else form.append(name, String(value));
  };
  for (const name of Object.keys(values)) add(name, values[name]);
  return form.toString();
}

/** Returns an error result if the connection is lost. */
export async function callApi(
  base: string,
  publishableKey: string,
  method: 'GET' | 'POST',
  path: string,
  values: Record<string, unknown>,
): Promise<ApiResult> {
  const encoded = encodeForm(values);
  const url = `${base}/v1${path}${method === 'GET' && encoded !== '' ? `?${encoded}` : ''}`;
  try {
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${publishableKey}`,
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'POST' && { body: encoded }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const answer: unknown = await response.json();
    if (isRecord(answer) && response.ok && typeof answer['id'] === 'string') return { ok: true, object: answer };
    return { ok: false, error: errorOf(answer) };
  } catch {
    return {
      ok: false,
      error: { type: 'api_connection_error', message: 'We could not reach the payment service. Check your connection and try again.' },
    };
  }
}

function errorOf(answer: unknown): ElementError {
  const error = isRecord(answer) ? answer['error'] : undefined;
  if (isRecord(error) && typeof error['type'] === 'string' && typeof error['message'] === 'string') return error as ElementError;
  return { type: 'api_error', message: 'The payment service gave no usable answer. Try again.' };
}
