/** Whether `sha256Of` works. Browsers offer hashes on https and on localhost only. */
export const canHash = (): boolean => Boolean((globalThis.crypto as Partial<Crypto> | undefined)?.subtle);

/** SHA-256 of a text as UTF-8, hexadecimal. For browsers and commands. */
export async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
