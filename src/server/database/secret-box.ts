import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { StartError } from '#server/start/start-error.ts';

/** Encryption keys. The first key encrypts; all keys decrypt. */
type Keys = readonly [current: Buffer, ...others: Buffer[]];

export interface SecretBox {
  /** @param owner name of the record to which the secret belongs; decryption requires the same name */
  readonly seal: (plain: string, owner: string) => string;
  /** Returns unencrypted text unchanged. @throws {UnreadableSecret} if key, owner or text do not match */
  readonly open: (stored: string, owner: string) => string;
  readonly isSealed: (stored: string) => boolean;
  readonly isCurrent: (stored: string) => boolean;
  /**
   * Derives secrets of 256 bits in base64url, one per key, starting with the current key. The same purpose always yields the same secrets.
   */
  readonly derive: (purpose: string) => readonly string[];
}

/** No key of this process can decrypt the secret. */
export class UnreadableSecret extends StartError {
  constructor(owner: string, options?: ErrorOptions) {
    super(
      `The secret of ${owner} can't be opened; set SECRETS_KEY, and SECRETS_KEY_PREVIOUS during a rotation, to the keys that sealed it.`,
      options,
    );
  }
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const derivedBytes = 32;
/** Prefix of encrypted secrets. The key name, the nonce, and the ciphertext with its tag follow. */
const format = 'sealed.1.';

/** Ciphertexts refer to a key by this name, a hash that reveals nothing about the key. */
const nameOf = (key: Buffer): string => createHash('sha256').update('name of key\0').update(key).digest('base64url').slice(0, 11);

/** @param readKeys called for each secret, so that a process without keys fails only if it needs a secret */
export function createSecretBox(readKeys: () => Keys): SecretBox {
  const isSealed = (stored: string): boolean => stored.startsWith(format);
  const open = (stored: string, owner: string): string => {
    if (!isSealed(stored)) return stored;
    const [name, nonce = '', text = ''] = stored.slice(format.length).split('.');
    const key = readKeys().find((one) => nameOf(one) === name);
    if (!key) throw new UnreadableSecret(owner);
    const bytes = Buffer.from(text, 'base64url');
    try {
      const decipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64url'), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString();
    } catch (cause) {
      throw new UnreadableSecret(owner, { cause });
    }
  };
  return {
    open,
    isSealed,
    seal: (plain, owner) => {
      const [key] = readKeys();
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      return `${format}${nameOf(key)}.${nonce.toString('base64url')}.${text.toString('base64url')}`;
    },
    derive: (purpose) => readKeys().map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, derivedBytes)).toString('base64url')),
    isCurrent: (stored) => stored.startsWith(`${format}${nameOf(readKeys()[0])}.`),
  };
}
