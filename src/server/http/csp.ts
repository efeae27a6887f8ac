import { randomBytes } from 'node:crypto';
import { scriptPolicyName } from '#lib/payment-setup.ts';

/** Where violations of the policy are reported to. */
export const reportPath = '/reports/csp';

const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/**
 * Style attributes that server HTML may hold, as `sha256-` and the hash of their text in base64. There are none: a
 * component that writes one is used in another way, or stands here. A test compares the list with what the pages
 * really hold, so that an attribute fails loudly instead of going without effect.
 */
export const inlineStyleHashes: readonly string[] = [];

/** A nonce for the inline scripts of one document. */
export const newNonce = (): string => randomBytes(16).toString('base64');

type Mode = 'sandbox' | 'gateway' | 'development';

/**
 * The policy of an HTML page.
 * - `sandbox`: no outside origin at all; card fields and challenges are frames of this origin.
 * - `gateway`: the real payment gateway and captcha.
 * - `development`: as `sandbox`, with the style elements and the socket of the development server.
 */
export function pagePolicy(mode: Mode, nonce: string): string {
  const outside = mode === 'gateway';
  const attributes = inlineStyleHashes.length > 0 ? `'unsafe-hashes' ${inlineStyleHashes.map((hash) => `'${hash}'`).join(' ')}` : "'none'";
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, ...(outside ? [...stripe.script, ...hcaptcha] : [])],
    'style-src': ["'self'", `'nonce-${nonce}'`, ...(outside ? hcaptcha : [])],
    'style-src-attr': [attributes],
    'connect-src': ["'self'", ...(outside ? ['https://api.stripe.com', ...hcaptcha] : []), ...(mode === 'development' ? ['ws:'] : [])],
    'frame-src': outside ? [...stripe.frame, ...hcaptcha] : ["'self'"],
    'img-src': ["'self'", 'data:', ...(outside ? ['https://*.stripe.com'] : [])],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    // Scripts of others put addresses in as plain text, and so do those of the development server.
    ...(mode === 'sandbox' ? { 'require-trusted-types-for': ["'script'"], 'trusted-types': [scriptPolicyName] } : {}),
    'report-uri': [reportPath],
    'report-to': ['csp'],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ');
}

/** The policy of everything that is not a page. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
