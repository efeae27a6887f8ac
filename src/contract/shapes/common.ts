import { z } from 'zod/mini';
import { ruleMessages } from '#contract/limits.ts';

// The page's content policy forbids code generation from strings. Without this setting, the library would try to generate code, and
// browsers would report a violation of the policy.
if (typeof document !== 'undefined') z.config({ jitless: true });

/** Organization slug: letters, digits, '-' and '_'. Slugs of marketplace organizations begin with `vercel_`. */
export const Slug = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/, 'must be an organization slug'));

export const ProjectRef = z.string().check(z.regex(/^[a-z]{20}$/, 'must be a project reference'));

export const InvoiceId = z.string().check(z.regex(/^in_[A-Za-z0-9]{6,40}$/, 'must be an invoice id'));

export const CreditNoteId = z.string().check(z.regex(/^cn_[a-f0-9]{24}$/, 'must be a credit note id'));

export const ProposalId = z.string().check(z.regex(/^prop_[a-f0-9]{24}$/, 'must be a proposal id'));

export const Cents = z.int();

export const UnixSeconds = z.int();

const wholeNumber = (name: string, min: number, max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,10}$/, `${name} must be a whole number from ${min} to ${max}`)), z.transform(Number)),
    z.int().check(z.minimum(min, `${name} must be at least ${min}`), z.maximum(max, `${name} must be at most ${max}`)),
  );

/** Non-negative integer in a query: only digits, so that signs, fractions and exponents are rejected with a message. */
export const Offset = wholeNumber('offset', 0, 1_000_000_000);
export const Limit = wholeNumber('limit', 1, 100);
export const ForecastCycles = wholeNumber('cycles', 1, 6);

export const PlanId = z.enum(['free', 'pro', 'team', 'enterprise']);
export const Plan = z.strictObject({ id: PlanId, name: z.string() });

export const BillingPartner = z.enum(['fly', 'aws_marketplace', 'vercel_marketplace']);

/** A captcha token: opaque, valid once. */
export const CaptchaToken = z
  .string(ruleMessages.captchaRequired)
  .check(z.minLength(1, ruleMessages.captchaRequired), z.maxLength(8192, 'must have at most 8192 characters'));

export const ApiError = z.strictObject({
  message: z.string(),
  code: z.string(),
  request_id: z.string(),
  errors: z.optional(z.array(z.strictObject({ path: z.string(), message: z.string() }))),
  /** Reason why the card was declined, if the bank permits showing the reason. */
  decline_code: z.optional(z.string()),
  /** The current price, in the error for an expired or changed quote. */
  quote: z.optional(z.strictObject({ id: z.string(), total_cents: z.int(), due_now_cents: z.optional(z.int()), expires_at: UnixSeconds })),
  /** Present in the error for a stale save: the stored billing details, and the billing details that the request contained. */
  versions: z.optional(z.strictObject({ stored: z.unknown(), yours: z.unknown() })),
});

export const SlugParams = z.strictObject({ slug: Slug });
export const ProjectParams = z.strictObject({ ref: ProjectRef });
export const InstallationParams = z.strictObject({
  installation_id: z.string().check(z.regex(/^icfg_[A-Za-z0-9]{1,60}$/, 'must be an installation id')),
});
