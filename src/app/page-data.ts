import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnalyticsName } from '#lib/browser/analytics.ts';
import { restoreAnswer } from '#billing/shared/data/served-answers.ts';
import type { PaymentSetup } from '#lib/payment-setup.ts';

export const pageDataId = 'page-data';

/** Data that the server passes to the browser: its time and the answers that it rendered. */
export interface PageData {
  readonly nowMs: number;
  readonly answers: readonly (readonly [key: QueryKey, data: unknown])[];
  /** The server found no such page, or none that the member may see. */
  readonly missing: boolean;
  readonly signedIn: boolean;
  readonly analytics: AnalyticsName;
  readonly payments: PaymentSetup | null;
}

/** Puts the server's answers into a query cache, as fresh from now on. */
export function restoreAnswers(client: QueryClient, answers: PageData['answers']): void {
  for (const [key, answer] of answers) restoreAnswer(client, key, answer);
}

export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
