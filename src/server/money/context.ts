import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/log.ts';
import type { Captcha } from '#server/payments/captcha.ts';
import type { PaymentGateway } from '#server/payments/gateway.ts';
import type { Database } from '#server/store/database.ts';

/** What everything needs that moves money or talks to the gateway. */
export interface Money {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly gateway: PaymentGateway;
  readonly captcha: Captcha;
  /** Origin under which browsers reach the pages. */
  readonly origin: () => string;
  /** Lets the worker look at once for what was written down for it. */
  readonly wake: () => void;
}

export const nowOf = ({ clock }: Pick<Money, 'clock'>): Date => new Date(clock.nowMs());

/** Real time: leases, retries and the gateway's memory of keys don't follow the platform's clock. */
export const realNow = (): Date => new Date();

export const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
