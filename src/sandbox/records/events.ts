import type { Json, Metadata, RecordFields } from './values.ts';

export interface WebhookEndpointRecord extends RecordFields<'webhook_endpoint'> {
  api_version: string;
  description: string | null;
  enabled_events: string[];
  metadata: Metadata;
  status: 'enabled' | 'disabled';
  url: string;
  _: { secret: string; configured: boolean };
  deleted?: true;
}

export interface EventRecord extends RecordFields<'event'> {
  type: string;
  /** The object when the event happened, without fields that have default values. */
  snapshot: Json;
  previous: { [key: string]: Json } | null;
  request: { id: string | null; idempotency_key: string | null };
}
