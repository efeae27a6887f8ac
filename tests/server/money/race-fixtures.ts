import { expect } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import { onMoneyPlatformWith, type MoneyPlatform } from '#tests/support/money-platform.ts';
import { testCard } from '#tests/support/payer.ts';
import type { Answer } from '#tests/support/platform.ts';

export const many = 100;
export const base = (slug: string) => `/platform/organizations/${slug}`;

/** Calls that write money or payment methods, each with a part of the title of its race test. */
export const raced: Partial<Record<CallName, string>> = {
  updateSubscription: 'upgrades of different members',
  confirmSubscription: 'confirmations beside the event',
  cancelPendingChange: 'cancellations against the payment',
  topUpCredits: 'identical top-ups',
  useCredits: 'uses of credits for one invoice',
  payInvoice: 'payments of an invoice',
  getInvoicePaymentLink: 'links to one invoice',
  updateCustomer: 'saves of billing details',
  putTaxId: 'tax IDs against their removal',
  deleteTaxId: 'tax IDs against their removal',
  setDefaultPaymentMethod: 'changes of the default',
  orderPaymentMethods: 'orders of cards against deletions',
  deletePaymentMethod: 'deletions against changes of the default',
  deletePaymentMethodByPost: 'deletions of both cards',
  createSetupIntent: 'setup intents',
  createBudget: 'identical budgets',
  updateBudget: 'changes of one version',
  deleteBudget: 'deletions end it',
};
export const ofNoMoney: readonly CallName[] = [
  'previewSubscription',
  'submitUpgradeFeedback',
  'submitDowngradeFeedback',
  'updateOrganization',
  'recordUsage',
  'previewBudget',
  'priceItem',
  'updateNoticeSettings',
  'sendConfirmation',
  'sendInvoiceAgain',
  'correctBuyer',
  'createToken',
  'revokeToken',
  'createProposal',
  'approveProposal',
  'refuseProposal',
];

export function counted(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

export const succeeded = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status < 300);

export function expectOneEffect(answers: readonly Answer[], refusals: readonly number[]): void {
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  const others = Object.keys(counted(answers))
    .map(Number)
    .filter((status) => status >= 300);
  expect(others.filter((status) => !refusals.includes(status))).toEqual([]);
}

interface Races {
  readonly races: ReadonlySet<string | undefined>;
  readonly times: <T>(work: (index: number) => Promise<T>) => Promise<T[]>;
  readonly charges: () => number;
  readonly addCard: (slug: string, number?: string) => Promise<string>;
}

function racesOn(money: () => MoneyPlatform): Races {
  const races = new Set<string | undefined>();
  return {
    races,
    times: (work) => {
      races.add(expect.getState().currentTestName);
      return Promise.all(Array.from({ length: many }, (_, index) => work(index)));
    },
    charges: () =>
      money()
        .sandbox.money()
        .filter(({ kind }) => kind === 'charge_succeeded').length,
    addCard: async (slug, number = testCard.good) => {
      const { send, captcha, card, confirm } = money();
      const { body } = await send('POST', `${base(slug)}/payments/setup-intent`, { hcaptchaToken: captcha() });
      const id = await card(number);
      await confirm(body.client_secret, id);
      await send('GET', `${base(slug)}/payments`);
      return id;
    },
  };
}

/** The embedded database has a single connection, so requests cannot race there. */
export function raceOnPostgres(tests: (money: () => MoneyPlatform, races: Races) => void): void {
  onMoneyPlatformWith({ kinds: ['postgres'] }, (money) => tests(money, racesOn(money)));
}
