import { createRemoteJWKSet, errors } from 'jose';
import { ProviderUnavailable } from './identity-provider.ts';

/** Accepted signature algorithms: all are asymmetric, because a signature with a shared secret would not prove the issuer. */
export const signatureAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];
export const clockToleranceSeconds = 5;
const timeoutMs = 5000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** Returns a function that loads the provider's keys. It looks up their URL only once. For an unknown key ID, it loads the keys again. */
export function providerKeys(keysAddress: () => Promise<string | undefined>): () => Promise<KeySet> {
  let keys: KeySet | null = null;
  return async () => {
    if (keys) return keys;
    const address = await keysAddress();
    if (address === undefined || !URL.canParse(address)) throw new ProviderUnavailable('The identity provider names no keys');
    keys = createRemoteJWKSet(new URL(address), { timeoutDuration: timeoutMs });
    return keys;
  };
}

/** Reads a token; returns null if the token is invalid. @throws {ProviderUnavailable} if the provider's keys cannot be read */
export async function nullIfRefused<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw error;
    if (isLoadFailure(error)) throw new ProviderUnavailable("The provider's keys can't be read", { cause: error });
    return null;
  }
}

/** Whether the keys could not be loaded: no response, an error status, or no key set. Any other error means that the token is invalid. */
function isLoadFailure(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === 'fetch failed';
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  // An error of the library's general class means that the provider responded with an error status.
  return error instanceof errors.JOSEError && error.code === errors.JOSEError.code;
}
