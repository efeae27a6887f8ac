import { NONCE, type secureHeaders } from 'hono/secure-headers';
import { scriptPolicyName } from '#lib/payment-setup.ts';

export const reportPath = '/reports/csp';

const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** Hashes (`sha256-...`) of style attributes in server HTML. A test checks the list, because browsers silently ignore unlisted styles. */
export const inlineStyleHashes: readonly string[] = [];

export type PolicyMode = 'sandbox' | 'gateway' | 'development';

type Policy = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>['contentSecurityPolicy']>;

/**
 * Policy of an HTML page. Its inline scripts carry a nonce that is new with every response.
 * - `sandbox`: no external origin; card fields and challenges are frames of this origin.
 * - `gateway`: the real payment gateway and captcha.
 * - `development`: as `sandbox`, with the style elements and the socket of the development server.
 * @param frames origins that may frame the page
 */
export function pagePolicy(mode: PolicyMode, frames: "'none'" | "'self'" = "'none'"): Policy {
  const outside = mode === 'gateway';
  return {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", NONCE, ...(outside ? [...stripe.script, ...hcaptcha] : [])],
    styleSrc: ["'self'", NONCE, ...(outside ? hcaptcha : [])],
    styleSrcAttr: inlineStyleHashes.length > 0 ? ["'unsafe-hashes'", ...inlineStyleHashes.map((hash) => `'${hash}'`)] : ["'none'"],
    connectSrc: ["'self'", ...(outside ? ['https://api.stripe.com', ...hcaptcha] : []), ...(mode === 'development' ? ['ws:'] : [])],
    frameSrc: outside ? [...stripe.frame, ...hcaptcha] : ["'self'"],
    imgSrc: ["'self'", 'data:', ...(outside ? ['https://*.stripe.com'] : [])],
    fontSrc: ["'self'"],
    manifestSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    objectSrc: ["'none'"],
    frameAncestors: [frames],
    // Third-party scripts and the development server assign URLs as strings. Trusted Types would block these assignments.
    ...(mode === 'sandbox' ? { requireTrustedTypesFor: ["'script'"], trustedTypes: [scriptPolicyName] } : {}),
    reportUri: reportPath,
    reportTo: 'csp',
  };
}

/** Policy of the API reference. Its viewer writes styles that a nonce cannot cover; scripts and requests are limited to this origin. */
export const referencePolicy: Policy = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  formAction: ["'none'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  reportUri: reportPath,
  reportTo: 'csp',
};

export const postboxPolicy: Policy = {
  defaultSrc: ["'none'"],
  styleSrc: [NONCE],
  imgSrc: ['data:'],
  frameSrc: ["'self'"],
  formAction: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  reportUri: reportPath,
  reportTo: 'csp',
};

/** Policy of the staff page: it has no scripts and can send forms only to this origin. */
export const staffPolicy: Policy = { ...postboxPolicy, frameSrc: ["'none'"], formAction: ["'self'"] };

/** Policy of an example email: only inline styles are allowed. The email contains no user data. */
export const emailExamplePolicy: Policy = {
  defaultSrc: ["'none'"],
  styleSrc: ["'unsafe-inline'"],
  formAction: ["'none'"],
  baseUri: ["'self'"],
  frameAncestors: ["'self'"],
};

/** Policy of an email body: the policy of an example email, plus a sandbox in which links open in a new tab. */
export const emailBodyPolicy: Policy = { ...emailExamplePolicy, sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'] };

/** Policy of every response that is not an HTML page. */
export const closedPolicy: Policy = { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] };
