import { NONCE, type secureHeaders } from 'hono/secure-headers';
import { scriptPolicyName } from '#lib/payment-setup.ts';

/** Where violations of the policy are reported to. */
export const reportPath = '/reports/csp';

const stripe = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
};
const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/**
 * Style attributes that server HTML may hold, as `sha256-` and the hash of their text in base64. A test compares the list with
 * what the pages really hold, so that any other attribute fails loudly instead of going without effect.
 */
export const inlineStyleHashes: readonly string[] = [];

export type PolicyMode = 'sandbox' | 'gateway' | 'development';

type Policy = NonNullable<NonNullable<Parameters<typeof secureHeaders>[0]>['contentSecurityPolicy']>;

/**
 * The policy of an HTML page. Its inline scripts carry a nonce, which is new with every answer.
 * - `sandbox`: no outside origin at all; card fields and challenges are frames of this origin.
 * - `gateway`: the real payment gateway and captcha.
 * - `development`: as `sandbox`, with the style elements and the socket of the development server.
 * @param frames who may hold the page in a frame
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
    // Scripts of others put addresses in as plain text, and so do those of the development server.
    ...(mode === 'sandbox' ? { requireTrustedTypesFor: ["'script'"], trustedTypes: [scriptPolicyName] } : {}),
    reportUri: reportPath,
    reportTo: 'csp',
  };
}

/**
 * The policy of the API reference alone. Its viewer writes style elements and attributes of its own, which no nonce reaches; scripts
 * are files of this origin, and nothing else can be loaded or asked.
 */
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

/** The policy of the postbox: a page without scripts that frames the bodies of mails. */
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

/** The policy of the page of staff: a page without scripts, whose forms go to this origin. */
export const staffPolicy: Policy = { ...postboxPolicy, frameSrc: ["'none'"], formAction: ["'self'"] };

/** The policy of an example of a mail, which holds nothing of anyone: styles stand in it, and nothing else is loaded or run. */
export const mailExamplePolicy: Policy = {
  defaultSrc: ["'none'"],
  styleSrc: ["'unsafe-inline'"],
  formAction: ["'none'"],
  baseUri: ["'self'"],
  frameAncestors: ["'self'"],
};

/** The policy of the body of a mail: the same, in a sandbox. Links open beside it. */
export const mailBodyPolicy: Policy = { ...mailExamplePolicy, sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'] };

/** The policy of everything that is not a page. */
export const closedPolicy: Policy = { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] };
