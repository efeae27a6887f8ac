import { z } from 'zod/mini';
import { additionalEmailsLimit } from '#contract/limits.ts';
import { emailFault, emailKey } from '#contract/email-address.ts';
import { invalidEntry, isEmail, sortEntries, splitEntries, withoutDisplayName } from '#lib/email-entries.ts';

export interface RecipientValues {
  /** Empty text if the organization has no primary address. */
  readonly primary: string;
  readonly additional: readonly string[];
}

/** Recipients and typed text that is not yet added. Saving includes the text, and the page asks before the text is lost. */
export interface TypedRecipients extends RecipientValues {
  readonly typed: string;
}

export function withTyped({ primary, additional, typed }: TypedRecipients): RecipientValues {
  const { added, rejected } = sortEntries(splitEntries(typed), additional, isEmail);
  return { primary, additional: [...additional, ...added, ...rejected] };
}

/** The platform's schema validates the addresses. */
export const recipientsSchema = z
  .object({
    primary: z.string().check(
      z.superRefine((text, found) => {
        const fault = text.trim() === '' ? null : emailFault(withoutDisplayName(text));
        if (fault !== null) found.addIssue({ code: 'custom', message: fault });
      }),
    ),
    additional: z.readonly(z.array(z.string())),
    typed: z.string(),
  })
  .check(
    z.superRefine((values, found) => {
      const { additional } = withTyped(values);
      const add = (message: string) => found.addIssue({ code: 'custom', path: ['additional'], message });
      for (const entry of additional) if (!isEmail(entry)) add(invalidEntry(entry));
      if (additional.length > additionalEmailsLimit) add(`Add at most ${additionalEmailsLimit} recipients`);
    }),
  );

const sameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entry, index) => entry === other[index]);

export interface RecipientsPatch {
  readonly billing_email?: string | null;
  readonly additional_billing_emails?: string[];
}

/** Returns only changed fields: null for a cleared primary address, an empty list for no further recipients. Drops empty entries. */
export function patchOf(base: RecipientValues, values: RecipientValues): RecipientsPatch {
  const primary = withoutDisplayName(values.primary);
  const additional = values.additional.map((entry) => entry.trim()).filter((entry) => entry !== '');
  return {
    ...(primary === base.primary ? {} : { billing_email: primary === '' ? null : primary }),
    ...(sameList(additional, base.additional) ? {} : { additional_billing_emails: additional }),
  };
}

export const isPatchEmpty = (patch: RecipientsPatch): boolean => Object.keys(patch).length === 0;

/** Applies one member's additions and removals to a list that another member has saved in the meantime. */
export function mergeRecipients(fresh: readonly string[], base: readonly string[], mine: readonly string[]): string[] {
  const [before, after] = [new Set(base.map(emailKey)), new Set(mine.map(emailKey))];
  const kept = fresh.filter((entry) => after.has(emailKey(entry)) || !before.has(emailKey(entry)));
  const known = new Set(kept.map(emailKey));
  return [...kept, ...mine.filter((entry) => !before.has(emailKey(entry)) && !known.has(emailKey(entry)))];
}
