import { z } from 'zod';
import { additionalEmailsLimit, emailLimit } from '#contract/limits.ts';
import { Slug } from './common.ts';
import { typed } from './customer.ts';

const Email = z
  .string()
  .trim()
  .max(emailLimit, `must have at most ${emailLimit} characters`)
  .pipe(z.email('Please provide a valid email address'));
const OptInTag = z.string().regex(/^[A-Z0-9_]{1,60}$/, 'must be a tag of capital letters, digits and _');

/** Fields that are absent stay as they are. */
export const OrganizationUpdate = z.strictObject({
  name: typed(1, 80).optional(),
  /** Null clears it. */
  billing_email: Email.nullable().optional(),
  opt_in_tags: z.array(OptInTag).max(50, 'must hold at most 50 tags').optional(),
  additional_billing_emails: z.array(Email).max(additionalEmailsLimit, `must hold at most ${additionalEmailsLimit} addresses`).optional(),
});

export const UpdatedOrganization = z.strictObject({
  id: z.int(),
  slug: Slug,
  name: z.string(),
  billing_email: z.string().nullable(),
  opt_in_tags: z.array(z.string()),
});
