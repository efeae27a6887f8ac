import type { SettingValues } from './settings-schema.ts';
import { requiresTls } from './transport-settings.ts';
import { StartError } from '#server/start/start-error.ts';

/** The mail server that notices leave by. */
export interface MailSettings {
  /** smtp:// or smtps://, with the user and the password. */
  readonly url: string;
  /** The sender's address. */
  readonly from: string;
  /** True refuses a server without TLS: it is on another machine. */
  readonly requiresTls: boolean;
}

/** How many emails the members of an organization can cause. Hours and days are real time. */
export interface EmailLimits {
  /** Saves that add an address or change the billing email, in an hour. */
  readonly recipientSaves: number;
  /** Additional recipients; an organization with more can only remove. */
  readonly additionalRecipients: number;
  /** Confirmation emails in a day. */
  readonly confirmations: number;
  /** How often the email of one invoice, or the confirmation email to one address, is sent again in a day. */
  readonly resends: number;
}

/**
 * The mail server; null where none is set.
 * @throws {StartError} if only one of its two settings is given
 */
export function readMail({ SMTP_URL: url, MAIL_FROM: from }: SettingValues): MailSettings | null {
  if (url === undefined && from === undefined) return null;
  if (url === undefined || from === undefined) throw new StartError('SMTP_URL and MAIL_FROM must be given together.');
  return { url, from, requiresTls: requiresTls(url) };
}

export const readEmailLimits = (values: SettingValues): EmailLimits => ({
  recipientSaves: values.RECIPIENT_SAVES_PER_HOUR,
  additionalRecipients: values.ADDITIONAL_RECIPIENTS,
  confirmations: values.CONFIRMATION_EMAILS_PER_DAY,
  resends: values.INVOICE_RESENDS_PER_DAY,
});
