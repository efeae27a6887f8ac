export interface ApiErrorFields {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error';
  message: string;
  code?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  param?: string;
  charge?: string;
}

export interface IntentError extends ApiErrorFields {
  /** The response contains the complete object instead of this id. */
  payment_method?: string;
}
