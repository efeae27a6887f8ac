import { createRemoteJWKSet, errors } from 'jose';
import { ProviderUnavailable } from './identity-provider.ts';

/** Signatures with a key pair only: a shared secret, or none, proves nothing about the provider. */
export const signatureAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
export const clockToleranceSeconds = 5;
const timeoutMs = 5000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** The provider's keys, whose address is asked for once. They are read again when an unknown one appears. */
export function providerKeys(keysAddress: () => Promise<string | undefined>): () => Promise<KeySet> {
  let keys: KeySet | null = null;
  return async () => {
    if (keys) return keys;
    const address = await keysAddress();
    if (address === undefined) throw new ProviderUnavailable('The identity provider names no keys');
    keys = createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutMs });
    return keys;
  };
}

/** Null for a fault of the token. @throws {ProviderUnavailable} if the keys can't be read */
export async function nullIfRefused<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error instanceof ProviderUnavailable ? error : new ProviderUnavailable("The provider's keys can't be read", { cause: error });
  }
}

/** What is wrong lies in the token, not in how its keys are had. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys
  );
}
