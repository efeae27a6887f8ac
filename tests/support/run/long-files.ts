// The files of the long set, for Vitest's projects and the program that runs the set.

/** Journeys through every screen, task, card and seeded fault, or with long waits. */
export const longJourneys: readonly string[] = [
  'accessibility',
  'api-reference',
  'budgets',
  'card-setup',
  'change-ends',
  'failures',
  'html',
  'hydration',
  'keyboard',
  'late-answers',
  'measures',
  'new-build',
  'open-list',
  'page-only',
  'pay-all',
  'plan-panel',
  'performance',
  'rare-states',
  'seeded-faults',
  'spoken',
  'surveys',
  'top-up-trouble',
  'upgrade-cards',
  'upgrade-kill',
  'upgrade-trouble',
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

/** Server tests that start many programs, kill them, or simulate long times. */
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
  // Runs hledger, ledger and beancount.
  'tests/server/statement/journals.test.ts',
];

export const longServerPatterns: readonly string[] = longServerPlaces.map((place) =>
  place.endsWith('/') ? `${place}**/*.test.ts` : place,
);

export const isLongServerFile = (file: string): boolean => longServerPlaces.some((place) => file.startsWith(place));
