import type { Database } from '#server/database/database.ts';

export interface EmailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface OutgoingEmail {
  /** Message-ID, which is equal in all attempts, so that email clients show duplicates once. */
  readonly id: string;
  readonly kind: string;
  readonly organization: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly EmailAttachment[];
  /** Platform time. */
  readonly sentAt: Date;
}

export type EmailResult =
  | { readonly ok: true }
  /** later: temporary failure. bounced: unknown address. refused: the server refuses this email. down: the server is unreachable. */
  | { readonly ok: false; readonly why: 'later' | 'bounced' | 'refused' | 'down'; readonly code: string };

export interface EmailTransport {
  readonly lanes: number;
  /** @param tx transaction in which a database transport writes the email */
  readonly send: (email: OutgoingEmail, tx: Database) => Promise<EmailResult>;
  /** True if sending is part of the transaction. */
  readonly isTransactional: boolean;
  readonly close: () => void;
}
