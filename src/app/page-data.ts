import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnalyticsName } from '#lib/browser/analytics.ts';
import { restoreAnswer } from '#billing/shared/data/served-answers.ts';
import type { PaymentSetup } from '#lib/payment-setup.ts';

export const pageDataId = 'page-data';

export interface PageData {
  readonly nowMs: number;
  readonly answers: readonly (readonly [key: QueryKey, data: unknown])[];
  /** True if the page does not exist, or this member may not see it. */
  readonly missing: boolean;
  readonly signedIn: boolean;
  readonly analytics: AnalyticsName;
  readonly payments: PaymentSetup | null;
}

export function restoreAnswers(client: QueryClient, answers: PageData['answers']): void {
  for (const [key, answer] of answers) restoreAnswer(client, key, answer);
}

export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
