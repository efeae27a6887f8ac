import { createHmac, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns random letters and digits. A text of 24 or more characters cannot be guessed. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // Avoids modulo bias: 248 is the last multiple of 62 below 256.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`;

/** Returns a keyed digest as letters and digits. Equal texts have equal digests within one data folder. */
export function shortDigest(salt: string, text: string, length = 16): string {
  const bytes = createHmac('sha256', salt).update(text).digest();
  return Array.from(bytes.subarray(0, length), (byte) => alphabet[byte % 62]).join('');
}
