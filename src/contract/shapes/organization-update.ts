import { z } from 'zod/mini';
import { EmailAddress } from '#contract/email-address.ts';
import { additionalEmailsLimit } from '#contract/limits.ts';
import { Slug } from './common.ts';
import { typedName } from '#contract/typed-line.ts';

const OptInTag = z.string().check(z.regex(/^[A-Z0-9_]{1,60}$/, 'must be a tag of capital letters, digits and _'));

/** Absent fields keep their values. */
export const OrganizationUpdate = z.strictObject({
  name: z.optional(typedName(1, 80)),
  /** Null removes the billing email address. */
  billing_email: z.optional(z.nullable(EmailAddress)),
  opt_in_tags: z.optional(z.array(OptInTag).check(z.maxLength(50, 'must hold at most 50 tags'))),
  additional_billing_emails: z.optional(
    z.array(EmailAddress).check(z.maxLength(additionalEmailsLimit, `must hold at most ${additionalEmailsLimit} addresses`)),
  ),
});

export const UpdatedOrganization = z.strictObject({
  id: z.int(),
  slug: Slug,
  name: z.string(),
  billing_email: z.nullable(z.string()),
  opt_in_tags: z.array(z.string()),
});
