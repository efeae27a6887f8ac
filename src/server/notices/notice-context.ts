import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/tracing/log.ts';
import type { MailOutcome } from '#server/tracing/metrics.ts';
import type { NoticeTruth } from '#server/domain/notices.ts';
import type { Database } from '#server/database/database.ts';
import type { MailAttachment, MailTransport } from './transport.ts';

/** What sending notices needs. */
export interface NoticeContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Null where no mail can be sent: deliveries wait. */
  readonly transport: MailTransport | null;
  /** Origin under which browsers reach the pages. */
  readonly origin: () => string;
  /** What is attached to the notices that are being sent, by notice; empty between two batches. */
  readonly attached: Map<number, readonly MailAttachment[]>;
  /** What was looked at under an organization's lock, by notice; null without one. */
  readonly seen: Map<number, NoticeTruth> | null;
  /** True while this database may be a copy, whose mails would be sent twice. */
  readonly isPaused: () => boolean;
  /** Told what came of each attempt. */
  readonly count: (outcome: MailOutcome) => void;
}
