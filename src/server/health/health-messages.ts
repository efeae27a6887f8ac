import type { FiguresAccess, Readiness } from './health-answers.ts';

export interface HealthThreadData {
  readonly host: string;
  readonly port: number;
  readonly access: FiguresAccess;
  readonly silentAfterMs: number;
}

export type HealthReport =
  | { readonly kind: 'alive' }
  | { readonly kind: 'readiness'; readonly readiness: Readiness }
  | { readonly kind: 'figures'; readonly text: string; readonly contentType: string };

export type HealthRequest =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'figures' };
