import type { BehaviourId } from '#sandbox/cards/card-behaviour.ts';
import type { BillingDetails, Json, Metadata, RecordFields } from './values.ts';

export interface ChargeRecord extends RecordFields<'charge'> {
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  balance_transaction: string | null;
  billing_details: BillingDetails;
  captured: boolean;
  currency: string;
  customer: string | null;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  metadata: Metadata;
  outcome: Json;
  paid: boolean;
  payment_intent: string;
  payment_method: string;
  payment_method_details: Json;
  receipt_email: string | null;
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
  _: { behaviour: BehaviourId };
}

export interface BalanceTransactionRecord extends RecordFields<'balance_transaction'> {
  amount: number;
  available_on: number;
  currency: string;
  description: string | null;
  net: number;
  reporting_category: string;
  source: string;
  status: 'available' | 'pending';
  type: string;
}

export interface RefundRecord extends RecordFields<'refund'> {
  amount: number;
  balance_transaction: string | null;
  charge: string;
  currency: string;
  customer: string | null;
  failure_reason?: string;
  metadata: Metadata;
  payment_intent: string;
  payment_method: string | null;
  pending_reason?: string;
  reason: string | null;
  status: 'succeeded' | 'pending' | 'failed';
}

export interface DisputeRecord extends RecordFields<'dispute'> {
  amount: number;
  balance_transactions: string[];
  charge: string;
  currency: string;
  evidence_details: Json;
  is_charge_refundable: boolean;
  metadata: Metadata;
  network_reason_code: string;
  payment_intent: string;
  payment_method_details: Json;
  reason: string;
  status: 'needs_response' | 'warning_needs_response' | 'won' | 'lost' | 'warning_closed';
}

export interface FraudWarningRecord extends RecordFields<'radar.early_fraud_warning'> {
  charge: string;
  payment_intent: string;
}
