import type { GatewayPayment, GatewaySetup } from './gateway-objects.ts';

/**
 * Why a process writes nothing to the gateway.
 * - other_instance: the gateway belongs to another database
 * - behind: it belongs to this one as another copy has continued it
 * - unknown_database: the gateway doesn't know this database: another account, or a sandbox whose folder was removed
 */
export type PauseReason = 'other_instance' | 'behind' | 'unknown_database';

export type GatewayError =
  /** The card was refused. Definite: nothing was charged; another attempt needs a new key. */
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
  /** The bank wants the cardholder, who was not there. Definite: nothing was charged. */
  | { kind: 'requires_action'; payment: GatewayPayment | null; memberMessage: string; requestId: string | null }
  /** Another request with this key, or on this object, is under way: try again with the same key. */
  | { kind: 'conflict'; code: string | null; message: string; requestId: string | null }
  | { kind: 'rate_limited'; retryAfterSeconds: number | null; requestId: string | null }
  /** The object is in another state than the call needs, such as a payment that has succeeded already. */
  | { kind: 'unexpected_state'; code: string; message: string; payment: GatewayPayment | null; requestId: string | null }
  | { kind: 'not_found'; param: string | null; message: string; requestId: string | null }
  /** Also a key that was used for something else (`code` is then idempotency_error): a mistake of the caller. */
  | { kind: 'invalid_request'; code: string | null; param: string | null; message: string; requestId: string | null }
  /** Nothing was sent: this process may not write to the gateway, or doesn't know yet whether it may, or an operator has paused charges. */
  | { kind: 'paused'; reason: PauseReason | 'unverified' | 'charges_paused'; requestId: null }
  /** Wrong or missing keys, or rights that the account lacks. */
  | { kind: 'not_allowed'; message: string; requestId: string | null }
  /** No usable answer: it may or may not have happened. Try again with the same key, or look. */
  | {
      kind: 'unknown_outcome';
      reason: 'timeout' | 'connection' | 'server_error' | 'unreadable_answer';
      message: string;
      requestId: string | null;
    };

export type GatewayResult<Value> = { ok: true; value: Value } | { ok: false; error: GatewayError };
