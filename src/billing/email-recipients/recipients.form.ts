import * as z from 'zod/mini';
import { additionalEmailsLimit, emailLimit } from '#contract/limits.ts';
import { emailRecipientsTexts as texts } from '#lib/texts/email-recipients.ts';
import { fill } from '#lib/texts/fill.ts';

// Compiled schemas need `new Function`, which the content policy forbids and reports.
z.config({ jitless: true });

export interface RecipientValues {
  /** Empty for none. */
  readonly primary: string;
  readonly additional: readonly string[];
}

const email = (message: string) => z.pipe(z.string().check(z.trim(), z.maxLength(emailLimit, message)), z.email(message));

export const invalidEntry = (entry: string): string => fill(texts.invalidEntry, { entry });

export const isEmail = (entry: string): boolean => email('').safeParse(entry).success;

export const recipientsSchema = z.object({
  primary: z.union([z.literal(''), email(texts.invalidEmail)], texts.invalidEmail),
  additional: z.readonly(
    z.array(z.string()).check(
      z.superRefine((entries, context) => {
        for (const entry of entries) if (!isEmail(entry)) context.addIssue({ code: 'custom', message: invalidEntry(entry) });
      }),
      z.refine((entries) => entries.length <= additionalEmailsLimit, `There can be at most ${additionalEmailsLimit} additional recipients`),
    ),
  ),
});

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry, index) => entry === other[index]);

export interface RecipientsPatch {
  readonly billing_email?: string | null;
  readonly additional_billing_emails?: string[];
}

/** Only what changed: a cleared primary address as null, no further recipient as an empty list, without empty entries. */
export function patchOf(base: RecipientValues, values: RecipientValues): RecipientsPatch {
  const primary = values.primary.trim();
  const additional = values.additional.map((entry) => entry.trim()).filter((entry) => entry !== '');
  return {
    ...(primary === base.primary ? {} : { billing_email: primary === '' ? null : primary }),
    ...(sameList(additional, base.additional) ? {} : { additional_billing_emails: additional }),
  };
}

export const isPatchEmpty = (patch: RecipientsPatch): boolean => Object.keys(patch).length === 0;

/** What one member added and removed, done to the list as another has saved it meanwhile. */
export function onto(fresh: readonly string[], base: readonly string[], mine: readonly string[]): string[] {
  const key = (entry: string) => entry.toLowerCase();
  const [before, after] = [new Set(base.map(key)), new Set(mine.map(key))];
  const kept = fresh.filter((entry) => after.has(key(entry)) || !before.has(key(entry)));
  const known = new Set(kept.map(key));
  return [...kept, ...mine.filter((entry) => !before.has(key(entry)) && !known.has(key(entry)))];
}
