import type { AllowedTypes } from './intents.ts';
import type { Json, Metadata, RecordFields } from './values.ts';

export interface SessionLine {
  id: string;
  description: string;
  quantity: number;
  unit_amount: number;
  price: string;
}

export interface CheckoutSessionRecord extends RecordFields<'checkout.session'> {
  allowed_payment_method_types?: AllowedTypes;
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string | null;
  client_reference_id: string | null;
  currency: string;
  customer: string | null;
  customer_details: Json;
  customer_email: string | null;
  expires_at: number;
  metadata: Metadata;
  payment_intent: string | null;
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
  submit_type: string | null;
  success_url: string;
  url: string | null;
  _: {
    lines: SessionLine[];
    paymentMetadata: Metadata;
    paymentDescription: string | null;
    setupFutureUsage: 'off_session' | 'on_session' | null;
    /** URL of the payment page. Unlike `url`, it does not become null when the session closes. */
    pageUrl: string;
  };
}
