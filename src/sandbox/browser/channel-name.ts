/** An unguessable name. Made without crypto.randomUUID, which plain http pages lack on other machines. */
export function newChannelName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
