/** An unguessable name, without crypto.randomUUID, which is missing on plain http pages of other hosts. */
export function newChannelName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
