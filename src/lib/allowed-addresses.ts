const allowedHosts = {
  payment: ['checkout.stripe.com', 'pay.stripe.com'],
  document: ['pay.stripe.com', 'invoice.stripe.com', 'files.stripe.com'],
} as const;

/** Origin of the platform if it differs from the origin of the page; otherwise empty. */
const platformOrigin: string = import.meta.env.VITE_API_URL ?? '';

export const isOfPlatform = (origin: string): boolean => platformOrigin !== '' && origin === new URL(platformOrigin).origin;

/** A link may lead to the origin of the page, to the origin of the platform, and to the gateway hosts for `purpose`. */
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
