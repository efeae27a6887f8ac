// The files of the long set, for Vitest's projects and the program that runs the set.

/** All journeys but one for each way to pay, for frame, access and session; and those through every screen, card and seeded fault. */
export const longJourneys: readonly string[] = [
  'accessibility',
  'activity',
  'address',
  'api-reference',
  'billing-details',
  'budgets',
  'card-setup',
  'change-ends',
  'confirmations',
  'downgrade',
  'failures',
  'first-minute',
  'half-filled',
  'html',
  'hydration',
  'invoice-comparison',
  'keyboard',
  'late-answers',
  'measures',
  'new-build',
  'open-list',
  'page-only',
  'palette',
  'pay-all',
  'performance',
  'plan-panel',
  'rare-states',
  'reading',
  'recipients',
  'seeded-faults',
  'spoken',
  'statement',
  'surveys',
  'top-up-trouble',
  'translation',
  'upcoming-invoice',
  'upgrade-cards',
  'upgrade-kill',
  'upgrade-trouble',
  'usage',
  'who-can',
].map((name) => `tests/journeys/${name}.test.ts`);

/** Journeys of every flow, payments included, that also run on translated pages. */
export const translatedJourneys: readonly string[] = [
  'activity',
  'address',
  'budgets',
  'card-setup',
  'change-ends',
  'confirmations',
  'downgrade',
  'invoices',
  'pay-all',
  'recipients',
  'spend-cap',
  'top-up',
  'top-up-trouble',
  'upgrade',
  'upgrade-trouble',
  'usage',
].map((name) => `tests/journeys/${name}.test.ts`);

/** Server tests that start many programs, kill them, simulate long times, race, or hold rules that few changes can break. */
const longServerPlaces: readonly string[] = [
  'tests/histories/',
  'tests/simulation/',
  'tests/server/kills/',
  'tests/server/deployment/',
  'tests/server/gateway-browser/',
  'tests/server/start.test.ts',
  // A month of job runs; database copies and restores.
  'tests/server/clock.test.ts',
  'tests/server/backup.test.ts',
  'tests/server/development.test.ts',
  'tests/server/first-hour.test.ts',
  'tests/server/first-hour-end.test.ts',
  'tests/server/gateway-instance.test.ts',
  // A cycle of 10,000 projects.
  'tests/server/costs/large-focus.test.ts',
  'tests/server/store-owner.test.ts',
  'tests/server/price-book-processes.test.ts',
  // Waits for slow and absent mail servers.
  'tests/server/notices/smtp.test.ts',
  'tests/server/invoice-scale.test.ts',
  // A hundred thousand rows.
  'tests/server/erasure/large-export.test.ts',
  // More projects than a usage batch checks before the response.
  'tests/server/budgets/many-projects.test.ts',
  // Thousands of organizations.
  'tests/server/growth/',
  'tests/server/money/card-sequences.test.ts',
  // Every kind of email, with the events that lead to it.
  'tests/server/notices/kinds.test.ts',
  // Start the built command per case; other tests call its use cases in process.
  'tests/server/documents.test.ts',
  'tests/server/admin/command.test.ts',
  'tests/server/admin/money-command.test.ts',
  'tests/server/admin/price-book-command.test.ts',
  'tests/server/admin/usage-import.test.ts',
  'tests/server/webhooks/programs.test.ts',
  'tests/server/notices/postfix.test.ts',
  // Months of nine customers.
  'tests/server/papers.test.ts',
  // Random histories, each on two databases.
  'tests/server/cycles/late-histories.test.ts',
  // Races of many requests, and kills between two steps.
  'tests/server/money/races.test.ts',
  'tests/server/billing-races.test.ts',
  'tests/server/fairness/',
  'tests/server/squashed-migrations.test.ts',
  'tests/server/price-book-withdrawal.test.ts',
  'tests/server/sharding/',
  'tests/server/admin/held-usage.test.ts',
  'tests/server/admin/secrets-key.test.ts',
  'tests/server/admin/charges-pause.test.ts',
  'tests/server/erasure/export.test.ts',
  'tests/server/notices/email-limits.test.ts',
  'tests/server/notices/confirmations.test.ts',
  'tests/server/money/card-testing.test.ts',
  'tests/server/money/carried-sums.test.ts',
  'tests/server/money/carried-usage.test.ts',
  'tests/server/money/disputed-usage.test.ts',
  'tests/server/money/refunded-usage.test.ts',
  'tests/server/money/held-credit.test.ts',
  'tests/server/money/change-timing.test.ts',
  'tests/server/money/gateway-reads.test.ts',
  'tests/server/traces.test.ts',
  'tests/server/gateway-log.test.ts',
  'tests/server/usage-batches.test.ts',
  'tests/server/unusable-postgres.test.ts',
  'tests/server/international-email.test.ts',
  // Runs hledger, ledger and beancount.
  'tests/server/statement/journals.test.ts',
];

export const longServerPatterns: readonly string[] = longServerPlaces.map((place) =>
  place.endsWith('/') ? `${place}**/*.test.ts` : place,
);

export const isLongServerFile = (file: string): boolean => longServerPlaces.some((place) => file.startsWith(place));
