const allowedHosts = {
  payment: ['checkout.stripe.com', 'pay.stripe.com'],
  document: ['pay.stripe.com', 'invoice.stripe.com', 'files.stripe.com'],
} as const;

/** The platform's origin if it differs from the page's; empty otherwise. */
const platformOrigin: string = import.meta.env.VITE_API_URL ?? '';

export const isOfPlatform = (origin: string): boolean => platformOrigin !== '' && origin === new URL(platformOrigin).origin;

/** True on the page's or the platform's origin, or on a gateway host for that purpose. */
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
