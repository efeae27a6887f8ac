import { additionalEmailsLimit, emailLimit } from '#contract/limits.ts';
import { emailRecipientsTexts as texts } from '#lib/texts/email-recipients.ts';
import { fill } from '#lib/texts/fill.ts';

export interface RecipientValues {
  /** Empty for none. */
  readonly primary: string;
  readonly additional: readonly string[];
}

/** The platform's own pattern: it checks the same again, with a schema library that would weigh more than the whole form. */
export const emailPattern = /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const invalidEntry = (entry: string): string => fill(texts.invalidEntry, { entry });

export function isEmail(entry: string): boolean {
  const trimmed = entry.trim();
  return trimmed.length <= emailLimit && emailPattern.test(trimmed);
}

export interface RecipientFaults {
  readonly primary: string | undefined;
  readonly additional: readonly string[];
}

/** What is wrong with each field. */
export function recipientFaults({ primary, additional }: RecipientValues): RecipientFaults {
  return {
    primary: primary === '' || isEmail(primary) ? undefined : texts.invalidEmail,
    additional: [
      ...additional.filter((entry) => !isEmail(entry)).map(invalidEntry),
      ...(additional.length > additionalEmailsLimit ? [`There can be at most ${additionalEmailsLimit} additional recipients`] : []),
    ],
  };
}

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
