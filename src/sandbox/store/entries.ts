import type { AnyRecord } from '#sandbox/records/record-types.ts';
import type { Metadata } from '#sandbox/records/values.ts';

/** Money that moved, or that was refused: the line of the charge log which checkers and the inspector read. */
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
  /** Minor units of `currency`; always positive, `kind` gives the direction. */
  amount: number;
  currency: string;
  charge: string;
  paymentIntent: string;
  customer: string | null;
  /** Refund or dispute id, where the entry is one. */
  related: string | null;
  /** Metadata of the payment intent at that time. */
  metadata: Metadata;
}

/** Something that happens by itself at a time of the sandbox clock. */
export interface Job {
  id: string;
  kind: 'settle_charge' | 'settle_refund' | 'after_charge' | 'verify_tax_id' | 'expire_session';
  dueAtMs: number;
  target: string;
}

/** The stored answer of an idempotent request. */
export interface StoredAnswer {
  key: string;
  /** Digest of method, path, access and parameters. */
  fingerprint: string;
  path: string;
  requestId: string;
  status: number;
  body: string;
  atMs: number;
}

/** One event on its way to one endpoint. Times are real time, since a moved clock does not move the network. */
export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  status: 'pending' | 'delivered' | 'failed' | 'dropped';
  attempts: number;
  nextAttemptAtMs: number;
  lastAnswer: string | null;
}

/** One atomic change: a whole line of the log. */
export interface LogEntry {
  /** Consecutive from 1. */
  n: number;
  atMs: number;
  puts?: AnyRecord[];
  money?: MoneyEntry[];
  jobs?: Job[];
  doneJobs?: string[];
  answer?: StoredAnswer;
  deliveries?: Delivery[];
}

/** First line of the log. */
export interface LogHeader {
  format: 'sandbox-gateway';
  version: 1;
  /** Secret that fingerprints of cards and request digests are made with. */
  salt: string;
}
