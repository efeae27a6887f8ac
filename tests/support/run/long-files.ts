// The files of the long set, for Vitest's projects and the program that runs the set.

/** Journeys that only the long set runs. The short set runs all other journeys, among them at least one per way to pay. */
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

/** Journeys that also run on translated pages. Together, they cover every flow, including payments. */
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

/**
 * Server tests that start or kill many programs, simulate long times or test races. The other listed tests seldom fail after a code change.
 */
const longServerPlaces: readonly string[] = [
  'tests/histories/',
  'tests/simulation/',
  'tests/server/kills/',
  'tests/server/deployment/',
  'tests/server/gateway-browser/',
  'tests/server/start.test.ts',
  // These tests run the jobs of a month, copy databases and restore them.
  'tests/server/clock.test.ts',
  'tests/server/backup.test.ts',
  'tests/server/development.test.ts',
  'tests/server/first-hour.test.ts',
  'tests/server/first-hour-end.test.ts',
  'tests/server/gateway-instance.test.ts',
  // This test uses a cycle with 10,000 projects.
  'tests/server/costs/large-focus.test.ts',
  'tests/server/store-owner.test.ts',
  'tests/server/price-book-processes.test.ts',
  // These tests wait for slow and absent mail servers.
  'tests/server/notices/smtp.test.ts',
  'tests/server/invoice-scale.test.ts',
  // This test exports a hundred thousand rows.
  'tests/server/erasure/large-export.test.ts',
  // This test creates so many projects that a job, not the usage request, checks the budgets.
  'tests/server/budgets/many-projects.test.ts',
  // These tests create thousands of organizations.
  'tests/server/growth/',
  'tests/server/money/card-sequences.test.ts',
  // This test causes the events that lead to each kind of email.
  'tests/server/notices/kinds.test.ts',
  // Each of these tests starts the built command. Other tests call the use cases of the command in process.
  'tests/server/documents.test.ts',
  'tests/server/admin/command.test.ts',
  'tests/server/admin/money-command.test.ts',
  'tests/server/admin/price-book-command.test.ts',
  'tests/server/admin/usage-import.test.ts',
  'tests/server/webhooks/programs.test.ts',
  'tests/server/notices/postfix.test.ts',
  // This test simulates months of nine customers.
  'tests/server/papers.test.ts',
  // This test runs random histories, each on two databases.
  'tests/server/cycles/late-histories.test.ts',
  // These tests cause races of many requests, or kill processes between two steps.
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
  // This test runs the programs hledger, ledger and beancount.
  'tests/server/statement/journals.test.ts',
];

export const longServerPatterns: readonly string[] = longServerPlaces.map((place) =>
  place.endsWith('/') ? `${place}**/*.test.ts` : place,
);

export const isLongServerFile = (file: string): boolean => longServerPlaces.some((place) => file.startsWith(place));
