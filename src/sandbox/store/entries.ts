import type { AnyRecord } from '#sandbox/records/record-types.ts';
import type { Metadata } from '#sandbox/records/values.ts';

export interface MoneyEntry {
  /** Unix milliseconds on the sandbox clock. */
  atMs: number;
  kind:
    | 'charge_succeeded'
    | 'charge_pending'
    | 'charge_failed'
    | 'refund_succeeded'
    | 'refund_pending'
    | 'refund_failed'
    | 'dispute_opened'
    | 'dispute_won'
    | 'dispute_lost';
  /** Amount in minor units of `currency`. It is never negative; `kind` gives the direction. */
  amount: number;
  currency: string;
  charge: string;
  paymentIntent: string;
  customer: string | null;
  /** Id of the refund or dispute; null for charges. */
  related: string | null;
  metadata: Metadata;
}

export interface Job {
  id: string;
  kind: 'settle_charge' | 'settle_refund' | 'after_charge' | 'verify_tax_id' | 'expire_session';
  dueAtMs: number;
  target: string;
}

export interface StoredAnswer {
  key: string;
  /** Digest of the request's method, path, access and parameters. */
  fingerprint: string;
  path: string;
  requestId: string;
  status: number;
  body: string;
  atMs: number;
}

/** Delivery of one event to one endpoint. Its times are real time, because network retries do not follow the sandbox clock. */
export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  nextAttemptAtMs: number;
  lastAnswer: string | null;
}

export interface LogEntry {
  n: number;
  atMs: number;
  puts?: AnyRecord[];
  money?: MoneyEntry[];
  jobs?: Job[];
  doneJobs?: string[];
  answer?: StoredAnswer;
  deliveries?: Delivery[];
}

export interface LogHeader {
  format: 'sandbox-gateway';
  version: 1;
  /** Random HMAC key for the hashes of card numbers and of requests. */
  salt: string;
}
