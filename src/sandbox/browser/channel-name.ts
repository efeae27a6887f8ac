/** Returns an unguessable name. Avoids crypto.randomUUID, which browsers do not offer on plain http pages, except on localhost. */
export function newChannelName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
