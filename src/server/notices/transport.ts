import type { Database } from '#server/database/database.ts';

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface Mail {
  /** The same for each attempt, so that duplicates are shown once. */
  readonly id: string;
  readonly kind: string;
  readonly organization: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  /** Platform time. */
  readonly sentAt: Date;
}

export type MailResult =
  | { readonly ok: true }
  /** later: temporary failure. bounced: unknown address. refused: the server refuses this email. down: the server is unreachable. */
  | { readonly ok: false; readonly why: 'later' | 'bounced' | 'refused' | 'down'; readonly code: string };

export interface MailTransport {
  readonly lanes: number;
  /** @param tx transaction in which a database transport writes the email */
  readonly send: (mail: Mail, tx: Database) => Promise<MailResult>;
  /** True if sending is part of the transaction. */
  readonly isTransactional: boolean;
  readonly close: () => void;
}
