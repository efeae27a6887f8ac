import type { SettingValues } from './settings-schema.ts';
import { requiresTls } from './transport-settings.ts';
import { StartError } from '#server/start/start-error.ts';

export interface EmailSettings {
  /** URL of the mail server (smtp:// or smtps://), including user and password. */
  readonly url: string;
  readonly from: string;
  /** True if the mail server is on another machine. TLS is then required. */
  readonly requiresTls: boolean;
}

/** Limits on emails caused by members and staff of an organization, per hour or day of real time. */
export interface EmailLimits {
  /** Maximum number of changes per hour that add a recipient or change the billing email. */
  readonly recipientSaves: number;
  /** Maximum number of additional recipients. An organization that already has more can only remove recipients. */
  readonly additionalRecipients: number;
  /** Maximum number of confirmation emails per day. */
  readonly confirmations: number;
  /** Maximum number of times per day that the email about one invoice, or the confirmation email of one address, can be sent again. */
  readonly resends: number;
  /** Maximum number of times per day that staff can resend a notice, by operator keys and the operator command together. */
  readonly staffResends: number;
}

/** Returns the email settings; null without SMTP_URL and MAIL_FROM. @throws {StartError} if only one of them is set */
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
