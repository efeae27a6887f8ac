import { errors } from 'jose';
import { expect, it } from 'vitest';
import { ProviderUnavailable } from './identity-provider.ts';
import { nullIfRefused } from './provider-keys.ts';

const readWith = (fault: Error): Promise<null> => nullIfRefused<never>(() => Promise.reject(fault));

it.each([
  ['a claim that is wrong', new errors.JWTClaimValidationFailed('unexpected "aud"', {})],
  ['a header that is no JSON', new errors.JWSInvalid('JWS Protected Header is invalid')],
  ['a key that cannot be imported', new errors.JWKInvalid('invalid JWK')],
  ['an error that the library does not name', new TypeError('Key must be one of type CryptoKey')],
  ['an error of the cryptography', new DOMException('The operation failed', 'OperationError')],
])('refuses a token because of %s', async (_, error) => {
  expect(await readWith(error)).toBeNull();
});

it.each([
  ['nothing answers', new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })],
  ['the answer is late', new errors.JWKSTimeout()],
  ['the answer is an error', new errors.JOSEError('Expected 200 OK from the JSON Web Key Set HTTP response')],
  ['the answer holds no keys', new errors.JWKSInvalid('JSON Web Key Set malformed')],
  ['the provider is known to be down', new ProviderUnavailable('The identity provider does not answer')],
])('says that the provider is unavailable if %s', async (_, error) => {
  await expect(readWith(error)).rejects.toBeInstanceOf(ProviderUnavailable);
});
