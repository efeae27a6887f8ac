import { timingSafeEqual } from 'node:crypto';
import type { KeyKind } from './endpoint.ts';
import { ApiProblem } from './problem.ts';

export interface Keys {
  secretKey: string;
  publishableKey: string;
}

export function keyOf(authorization: string | null, keyParameter: string | undefined, keys: Keys): KeyKind {
  const apiKey = authorization === null ? keyParameter : keyInHeader(authorization);
  if (apiKey === undefined || apiKey === '') {
    throw unauthorized(
      'You did not provide an API key. Provide it in the Authorization header, as in "Authorization: Bearer YOUR_SECRET_KEY".',
    );
  }
  if (equalSecrets(apiKey, keys.secretKey)) return 'secret';
  if (equalSecrets(apiKey, keys.publishableKey)) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${apiKey.slice(0, 7)}***`);
}

export function requireSecretKey(key: KeyKind): void {
  if (key === 'secret') return;
  const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
  throw new ApiProblem(403, { type: 'invalid_request_error', code: 'secret_key_required', message });
}

function keyInHeader(header: string): string | undefined {
  const [scheme, value = ''] = header.split(' ');
  if (scheme === 'Bearer') return value;
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return undefined;
}

export function equalSecrets(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const unauthorized = (message: string) => new ApiProblem(401, { type: 'invalid_request_error', message });
