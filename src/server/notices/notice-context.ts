import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/tracing/log.ts';
import type { EmailOutcome } from '#server/tracing/metrics.ts';
import type { NoticeTruth } from '#server/domain/notices.ts';
import type { Database } from '#server/database/database.ts';
import type { EmailAttachment, EmailTransport } from './transport.ts';

export interface NoticeContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Transport for emails. If it is null, no email can be sent, and deliveries wait. */
  readonly transport: EmailTransport | null;
  readonly origin: () => string;
  readonly attached: Map<number, readonly EmailAttachment[]>;
  /** Facts by notice, read under the organization lock; null if the lock is not held. */
  readonly seen: Map<number, NoticeTruth> | null;
  /** Returns true while this database may be a copy. A copy must not send emails, because they would be sent twice. */
  readonly isPaused: () => boolean;
  readonly count: (outcome: EmailOutcome) => void;
}
