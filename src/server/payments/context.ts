import type { Clock } from '#server/clock.ts';
import type { Log } from '#server/tracing/log.ts';
import type { Captcha } from '#server/gateway/captcha.ts';
import type { PaymentGateway } from '#server/gateway/gateway.ts';
import type { GatewayError, PauseReason } from '#server/gateway/gateway-result.ts';
import type { Database } from '#server/database/database.ts';
import { readSetting, type ChargesPause } from '#server/database/settings.ts';

/** `ours`: this database owns the gateway. `unverified`: the gateway has not answered yet. `paused`: this database must not write. */
export type InstanceState = { readonly kind: 'ours' | 'unverified' } | { readonly kind: 'paused'; readonly reason: PauseReason };

/** Keeps a copy of a database from moving money. */
export interface GatewayInstance {
  readonly instanceStanding: () => InstanceState;
  readonly check: () => Promise<InstanceState>;
  /** Returns null if writes to the gateway are allowed. If the gateway's owner is not verified yet, checks the owner first. */
  readonly refusal: () => Promise<GatewayError | null>;
}

type WaitedEffect = 'usage_to_stop' | 'raise_to_lifted' | 'paid_to_unrestricted';

export interface PaymentContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly gateway: PaymentGateway;
  readonly captcha: Captcha;
  readonly origin: () => string;
  /** Absent if the database cannot be a copy, for example during seeding. */
  readonly instance?: GatewayInstance | undefined;
  /** Leases end when the process ends. */
  readonly processId: string;
  readonly wake: () => void;
  readonly countEffect?: ((effect: WaitedEffect, seconds: number) => void) | undefined;
}

/** Null if writes to the gateway are allowed or not verified yet. */
export function pauseOf({ instance }: Pick<PaymentContext, 'instance'>): PauseReason | null {
  const instanceStanding = instance?.instanceStanding();
  return instanceStanding?.kind === 'paused' ? instanceStanding.reason : null;
}

/** Read before every charge, so that a pause applies immediately in all processes. */
export const chargesPause = (db: Database): Promise<ChargesPause | null> => readSetting(db, 'charges_pause');

export interface Requester {
  readonly organizationId: number;
  readonly memberId: number;
}

export const nowOf = ({ clock }: Pick<PaymentContext, 'clock'>): Date => new Date(clock.nowMs());

/** Leases, retries and the gateway's idempotency keys do not follow the platform clock. */
export const realNow = (): Date => new Date();

export const laterBy = (from: Date, ms: number): Date => new Date(from.getTime() + ms);
