/** Hosts of the payment gateway: its hosted payment page, and its documents. */
const allowedHosts = {
  payment: ['checkout.stripe.com', 'pay.stripe.com'],
  document: ['pay.stripe.com', 'invoice.stripe.com', 'files.stripe.com'],
} as const;

/** The platform's own origin, where it is another than the page's. */
const platformOrigin: string = import.meta.env.VITE_API_URL ?? '';

/** Whether an origin is the platform's, where that is another than the page's. */
export const isOfPlatform = (origin: string): boolean => platformOrigin !== '' && origin === new URL(platformOrigin).origin;

/**
 * Whether the browser may be led to an address that a platform sent: to the page's own origin or the platform's, or over
 * https to the gateway's pages for that purpose. Anything else, and whatever is no address, is refused.
 * @param pageOrigin the page's origin
 */
export function mayLeadTo(
  address: string,
  purpose: keyof typeof allowedHosts,
  pageOrigin: string,
  platform: string = platformOrigin,
): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  if (username !== '' || password !== '') return false;
  if (origin === pageOrigin || (platform !== '' && origin === new URL(platform).origin)) return true;
  return protocol === 'https:' && port === '' && (allowedHosts[purpose] as readonly string[]).includes(hostname);
}
