import type { GatewayPayment, GatewaySetup } from './gateway-objects.ts';

/**
 * Why a process does not write to the gateway.
 * - other_instance: the gateway belongs to another database
 * - behind: another copy of this database has continued to use the gateway
 * - unknown_database: the gateway has no record of this database: another account, or a deleted sandbox folder
 */
export type PauseReason = 'other_instance' | 'behind' | 'unknown_database';

export type GatewayError =
  /** The card was declined and nothing was charged. Another attempt needs a new key. */
  | {
      kind: 'declined';
      code: string;
      declineCode: string | null;
      message: string;
      memberMessage: string;
      payment: GatewayPayment | null;
      setup: GatewaySetup | null;
      requestId: string | null;
    }
  /** The bank requires a challenge, but the cardholder is not present. Nothing was charged. */
  | { kind: 'requires_action'; payment: GatewayPayment | null; memberMessage: string; requestId: string | null }
  /** Another request with this key or on this object is in progress. Retry with the same key. */
  | { kind: 'conflict'; code: string | null; message: string; requestId: string | null }
  | { kind: 'rate_limited'; retryAfterSeconds: number | null; requestId: string | null }
  /** The object's state does not allow the call, for example a payment that has already succeeded. */
  | { kind: 'unexpected_state'; code: string; message: string; payment: GatewayPayment | null; requestId: string | null }
  | { kind: 'not_found'; param: string | null; message: string; requestId: string | null }
  /** An error of the caller, including an idempotency key that was used for another request (code `idempotency_error`). */
  | { kind: 'invalid_request'; code: string | null; param: string | null; message: string; requestId: string | null }
  /** Nothing was sent: this process may not write to the gateway, has not verified its permission yet, or an operator paused charges. */
  | { kind: 'paused'; reason: PauseReason | 'unverified' | 'charges_paused'; requestId: null }
  /** The keys are wrong or missing, or the account lacks permissions. */
  | { kind: 'not_allowed'; message: string; requestId: string | null }
  /** No usable response. The gateway may have done the work. Retry with the same key, or look the object up. */
  | {
      kind: 'unknown_outcome';
      reason: 'timeout' | 'connection' | 'server_error' | 'unreadable_answer';
      message: string;
      requestId: string | null;
    };

export type GatewayResult<Value> = { ok: true; value: Value } | { ok: false; error: GatewayError };
