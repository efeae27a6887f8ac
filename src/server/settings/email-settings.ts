import type { SettingValues } from './settings-schema.ts';
import { requiresTls } from './transport-settings.ts';
import { StartError } from '#server/start/start-error.ts';

export interface EmailSettings {
  /** smtp:// or smtps://, with user and password. */
  readonly url: string;
  readonly from: string;
  /** True if the server is on another machine, so that TLS is required. */
  readonly requiresTls: boolean;
}

/** Limits on emails that an organization's members and staff cause, per hour and day of real time. */
export interface EmailLimits {
  /** Maximum number of saves per hour that add an address or change the billing email. */
  readonly recipientSaves: number;
  /** Maximum number of additional recipients. An organization with more recipients can only remove some. */
  readonly additionalRecipients: number;
  /** Confirmation emails per day. */
  readonly confirmations: number;
  /** Resends per day of an invoice's email, or of the confirmation email to an address. */
  readonly resends: number;
  /** Resends per day of one notice by operator keys and the operator command together. */
  readonly staffResends: number;
}

/** Null if none are given. @throws {StartError} if only one of the two settings is given */
export function readEmail({ SMTP_URL: url, MAIL_FROM: from }: SettingValues): EmailSettings | null {
  if (url === undefined && from === undefined) return null;
  if (url === undefined || from === undefined) throw new StartError('SMTP_URL and MAIL_FROM must be given together.');
  return { url, from, requiresTls: requiresTls(url) };
}

export const readEmailLimits = (values: SettingValues): EmailLimits => ({
  recipientSaves: values.RECIPIENT_SAVES_PER_HOUR,
  additionalRecipients: values.ADDITIONAL_RECIPIENTS,
  confirmations: values.CONFIRMATION_EMAILS_PER_DAY,
  resends: values.INVOICE_RESENDS_PER_DAY,
  staffResends: values.STAFF_RESENDS_PER_DAY,
});
