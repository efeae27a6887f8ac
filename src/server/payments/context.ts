import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/tracing/log.ts';
import type { Captcha } from '#server/gateway/captcha.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import type { GatewayError, PauseReason } from '#server/gateway/gateway-result.ts';
import type { Database } from '#server/database/database.ts';
import { readSetting, type ChargesPause } from '#server/database/settings.ts';

/** Unverified: the gateway has not answered yet. */
export type Standing = { readonly kind: 'ours' | 'unverified' } | { readonly kind: 'paused'; readonly reason: PauseReason };

/** Whether this process may write to the gateway: a copy of a database never moves money. */
export interface GatewayInstance {
  readonly instanceStanding: () => Standing;
  /** Asks the gateway whose it is, and raises the counter at the start and every hour. Many calls at once are one. */
  readonly check: () => Promise<Standing>;
  /** Null where a write may be sent; asks first where that isn't known. */
  readonly refusal: () => Promise<GatewayError | null>;
}

/** What everything needs that moves money or talks to the gateway. */
export interface PaymentContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly gateway: PaymentGateway;
  readonly captcha: Captcha;
  /** Origin under which browsers reach the pages. */
  readonly origin: () => string;
  /** Whether this process may write to the gateway; absent where nothing can be a copy, as in seeding. */
  readonly instance?: GatewayInstance | undefined;
  /** Names the process: its leases end with it. */
  readonly processId: string;
  /** Lets the worker look at once for what was written down for it. */
  readonly wake: () => void;
}

/** Why nothing may be written to the gateway; null where it may, or where that isn't known yet. */
export function pauseOf({ instance }: Pick<PaymentContext, 'instance'>): PauseReason | null {
  const instanceStanding = instance?.instanceStanding();
  return instanceStanding?.kind === 'paused' ? instanceStanding.reason : null;
}

/** Since when an operator lets no charge be made; read with every charge, so that the switch acts at once in every process. */
export const chargesPause = (db: Database): Promise<ChargesPause | null> => readSetting(db, 'charges_pause');

/** The member who asks for something, and where: limits count both. */
export interface Requester {
  readonly organizationId: number;
  readonly memberId: number;
}

export const nowOf = ({ clock }: Pick<PaymentContext, 'clock'>): Date => new Date(clock.nowMs());

/** Real time: leases, retries and the gateway's memory of keys don't follow the platform's clock. */
export const realNow = (): Date => new Date();

export const laterBy = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
