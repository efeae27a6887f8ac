import type { Database } from '#server/database/database.ts';

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export interface Mail {
  /** The same for each attempt, so that a mail that arrives twice is shown once. */
  readonly id: string;
  readonly kind: string;
  readonly organization: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly MailAttachment[];
  /** The platform's time. */
  readonly sentAt: Date;
}

export type MailResult =
  | { readonly ok: true }
  /** later: the server asks to try again. bounced: it knows no such address. refused: it does not take this mail. down: it can't be reached. */
  | { readonly ok: false; readonly why: 'later' | 'bounced' | 'refused' | 'down'; readonly code: string };

/** The way that mails leave by. */
export interface MailTransport {
  /** How many may be on their way at once. */
  readonly lanes: number;
  /** @param tx where a transport that is the database itself writes the mail, together with what is noted of it */
  readonly send: (mail: Mail, tx: Database) => Promise<MailResult>;
  /** True where sending is part of the transaction. */
  readonly isTransactional: boolean;
  readonly close: () => void;
}
