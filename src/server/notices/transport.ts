import type { Database } from '#server/database/database.ts';

export interface EmailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface OutgoingEmail {
  /** Message-ID, equal in all attempts, so that email clients show a repeated email once. */
  readonly id: string;
  readonly kind: string;
  readonly organization: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly EmailAttachment[];
  /** Time of sending in platform time. */
  readonly sentAt: Date;
}

export type EmailResult =
  | { readonly ok: true }
  /** later: temporary failure. bounced: unknown address. refused: the server refuses this email. down: the server is not reachable. */
  | { readonly ok: false; readonly why: 'later' | 'bounced' | 'refused' | 'down'; readonly code: string };

export interface EmailTransport {
  readonly lanes: number;
  /** @param tx transaction in which a transactional transport writes the email */
  readonly send: (email: OutgoingEmail, tx: Database) => Promise<EmailResult>;
  /** True if the transport writes emails to the database, in the transaction of the caller. */
  readonly isTransactional: boolean;
  readonly close: () => void;
}
