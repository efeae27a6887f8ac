/**
 * Tests of each changelog entry of the current version, in the order of the changelog. A row contains the beginning of an entry, then its
 * tests as "file: beginning of the title". Files without a folder are in `tests/server`. "not tested" marks an entry without tests.
 */
export const changelogClaims: readonly (readonly [entry: string, ...tests: string[]])[] = [
  // Before you upgrade
  ['Set `SECRETS_KEY`', 'admin/secrets-key.test.ts: is required in production'],
  ['Set `sslmode=verify-full`', 'src/server/settings/config-refusals.test.ts: refuses the plain way to the database'],
  [
    'Set `TRUSTED_PROXIES`',
    'fairness/response-weight.test.ts: limits no address without a trusted proxy',
    'admin/key-terms.test.ts: is used from its own networks alone',
  ],
  ['Add the ports of your webhook', 'webhooks/endpoints.test.ts: production adds no endpoint at'],
  [
    'Register the new addresses',
    'provider-sign-out.test.ts: ends the session that the provider names',
    'staff/staff-page.test.ts: staff see who asks',
  ],
  ['Run `billing migrate` of the previous', 'squashed-migrations.test.ts: is refused with the remedy if it lacks the last migrations'],
  ['Give Prometheus `METRICS_TOKEN`', 'deployment/monitoring.test.ts: gets figures of every target with the token'],
  ['Give the database role', 'unusable-postgres.test.ts: where its role may create nothing'],
  [
    'Let programs follow `next_cursor`',
    'admin/lists.test.ts: every list is read in pages',
    'src/server/operator-cli/commands.test.ts: %s does nothing without a yes',
  ],
  ['Add `--omit=optional`', 'deployment/artifact.test.ts: is small without the embedded database'],
  ['Expect the first charges', 'money/enrolled-invoices.test.ts: charges what a card payer owes'],
  ['Do not send CloudEvents', 'admin/cloud-events.test.ts: takes two events for the same exactly if source and id agree'],
  ['Read the columns of `export', 'invoices.test.ts: exports lines whose texts no spreadsheet runs'],
  ['Handle the response `default`', 'src/server/http/admin/admin-openapi.test.ts: lists the codes of failures'],
  // The page
  [
    'A statement of account',
    'statement/statement.test.ts: chains the months',
    'tests/journeys/statement.test.ts: goes from the past invoices',
  ],
  ['Text in CSV files', 'src/lib/csv.test.ts: gives every text back'],
  ['Budgets can stop the charges', 'budgets/part-limits.test.ts: charges a project up to its limit'],
  ['"Stop charges now"', 'budgets/calls.test.ts: keeps the origin of a limit of'],
  ['An organization that goes from Free', 'budgets/first-alert.test.ts: sets an alert at twice the plan price'],
  [
    '"Correct who is billed"',
    'money/correct-buyer.test.ts: issues a credit note and a corrected invoice',
    'money/credit-note-documents.test.ts: numbers credit notes without gaps',
  ],
  ['Purchase order numbers', 'money/purchase-orders.test.ts: are on the invoice'],
  ['E-invoices in UBL', 'money/e-invoice.test.ts: offers the e-invoice beside the PDF'],
  [
    'Documents print every script',
    'tests/architecture/printed-letters.test.ts: has letters of every script',
    'money/e-invoice.test.ts: refuses a name that the invoice cannot show',
  ],
  ['VAT numbers are accepted', 'src/lib/tax-id.test.ts: %s %s: %j is saved as'],
  [
    '"What would it cost?"',
    'price-tags.test.ts: prices a project as the upcoming invoice',
    'forecast.test.ts: is what the moved clock then does',
  ],
  ['The search lists the payment', 'tests/journeys/palette.test.ts: begins the payment of all open invoices'],
  ['Activity is a journal', 'tests/journeys/measures.test.ts: shows 19 entries of the activity'],
  [
    '`Ctrl K` or `Cmd K`',
    'tests/journeys/palette.test.ts: opens by its shortcut',
    'tests/journeys/palette.test.ts: leaves its shortcut to the browser',
  ],
  ['The billing page begins with', 'tests/journeys/measures.test.ts: shows the first figure of the billing page'],
  ['Every page has a bar', 'tests/journeys/frame.test.ts: has the bar on every kind of page'],
  [
    '`POST billing/invoices/{id}/use-credits`',
    'money/use-credits.test.ts: pays an open invoice with the exact sum',
    'credit-before-restriction.test.ts: pays the oldest invoice first',
  ],
  ['A new default card is charged', 'money/new-default-card.test.ts: is tried at most once a day'],
  ['A new default card can pay', 'money/pay-invoice.test.ts: charges the exact sum once'],
  ['Activity, the audit log', 'invoices-not-shown.test.ts: names no invoice and none of its amounts'],
  ['The calculation of a late line', 'src/billing/shared/invoice-lines/LineWorking.test.tsx: says why usage is charged'],
  [
    'Each invoice line shows its price book',
    'invoices.test.ts: name the price book of each line',
    'admin/price-books.test.ts: lists the versions that an invoice was billed by',
  ],
  ['The upcoming invoice is compared', 'budgets/calls.test.ts: compares the upcoming invoice with the last one'],
  [
    'Averages (database',
    'tests/journeys/usage.test.ts: explains both figures of an average',
    'src/billing/glance/GlanceCells.test.tsx: says what its projection contains',
  ],
  ['Budgets for the organization', 'budgets/limits.test.ts: charges up to the limit', 'budgets/alerts.test.ts: tells of all thresholds'],
  ['Open invoices can be paid one', 'tests/journeys/pay-all.test.ts: pays two overdue invoices'],
  [
    'Activity lists changes by members',
    'notices/activity.test.ts: is filtered by kind',
    'notices/choices.test.ts: lets those who edit recipients choose',
  ],
  [
    'Full-width digits are accepted',
    'src/billing/shared/address/address.form.test.ts: has full-width digits',
    'gateway-checkout.test.ts: reads full-width digits',
  ],
  // Staff and approvals
  [
    'Closing an organization refunds',
    'admin/closing-credit.test.ts: refunds the unused part',
    'admin/closing-credit.test.ts: waits for another person',
  ],
  ['Usage above `USAGE_REVIEW', 'admin/held-usage.test.ts: holds 50 PB in one call', 'admin/terms-approval.test.ts: a discount of 100 %'],
  [
    '`DELETE /admin/v1/keys/{id}`',
    'admin/key-revocation.test.ts: withdraws the open requests',
    'admin/key-revocation.test.ts: a request ends with its key',
  ],
  [
    'Approvals need two people',
    'staff/staff-page.test.ts: keys and the command ask and list',
    'admin/approval-people.test.ts: no one approves their own request',
  ],
  [
    'Approval limits apply',
    'admin/approval-people.test.ts: all staff together have a limit',
    'admin/approval-people.test.ts: limits are rows',
  ],
  ['An append-only audit log', 'admin/platform-audit.test.ts: is read page by page', 'admin/platform-audit.test.ts: has what was refused'],
  ['Staff can change the plan', 'admin/plan-changes.test.ts: leaves an open invoice'],
  ['Staff can move money', 'admin/money-command.test.ts: gives credit once', 'admin/charges-pause.test.ts: stops every charge at once'],
  // Programs of organizations
  ['Organization tokens', 'tokens/tokens.test.ts: shows a new token once', 'tests/journeys/tokens.test.ts: creates a token by keyboard'],
  ['Costs for programs', 'costs/cost-calls.test.ts: groups costs in four ways', "costs/cost-calls.test.ts: keeps FOCUS' rules"],
  [
    'Proposals: a member',
    'proposals/proposals.test.ts: a developer asks for Team',
    'tests/journeys/proposals.test.ts: a developer asks for a plan',
  ],
  ['`/mcp` is a Model Context', 'mcp/mcp.test.ts: an agent reads the bill', 'mcp/mcp.test.ts: no sequence of calls spends'],
  [
    '`npm run client` packs',
    'client/client.test.ts: installs from a tarball under 20 kB',
    'client/client.test.ts: repeats only what is safe',
  ],
  [
    '`/docs` has pages about',
    'client/client.test.ts: the examples of the page',
    'client/client.test.ts: serves each page also as Markdown',
  ],
  ['`SERVICE_TOKEN` is deprecated', 'admin/lists.test.ts: says that the service token ends'],
  // The admin API and the command
  [
    'Every list of the admin API',
    'admin/lists.test.ts: every list is read in pages',
    'admin/lists.test.ts: lists invoices and payments of all organizations',
  ],
  ['`metadata` of organizations', 'admin/metadata.test.ts: keeps what programs store', 'admin/metadata.test.ts: refuses more than 50 keys'],
  [
    'Events for programs',
    'webhooks/resource-events.test.ts: reports each change of a project',
    'webhooks/resource-events.test.ts: announces the invoice of each cycle',
  ],
  ['The OpenAPI document of the admin API has one webhook', 'tests/journeys/api-reference.test.ts: has a page about events'],
  ['Responses of the admin API have `RateLimit`', 'admin/lists.test.ts: says with each response what is left'],
  ['The OpenAPI document of the admin API shares', 'src/server/http/admin/admin-openapi.test.ts: refers only to components that exist'],
  ['The types of the client name', 'client/client.test.ts: has the types of both APIs'],
  ['`npm run release -- --dry-run', 'src/server/cli/pack-release.test.ts: writes artifact, notices'],
  [
    'The OpenAPI documents name all list entries',
    'src/server/http/admin/admin-openapi.test.ts: names the entries of each list',
    'src/server/http/admin/admin-openapi.test.ts: describes every property',
  ],
  ['`GET /admin/v1/organizations/{slug}/standing` has', 'webhooks/limit-events.test.ts: lists a spending limit with the standing'],
  [
    'Keys of the admin API expire',
    'admin/key-terms.test.ts: has an end within 400 days',
    'admin/key-terms.test.ts: warns its owner 30 and 7 days',
  ],
  ['Usage of more than 50 organizations', 'webhooks/many-limits.test.ts: a call about many organizations'],
  [
    'A running embedded platform creates keys',
    'admin/own-keys.test.ts: makes a key with the requested scopes',
    'admin/own-keys.test.ts: makes none for other machines',
  ],
  [
    'The command names its arguments',
    'src/server/operator-cli/commands.test.ts: says the form of every argument',
    'admin/command.test.ts: shows what closing would bill',
  ],
  ['`GET /admin/v1/refused-emails`', 'notices/smtp.test.ts: notes an address that does not exist'],
  ['`standing` reports a reached spend cap', 'webhooks/limit-events.test.ts: says that a spend cap is reached'],
  ['`billing doctor` checks', 'first-hour.test.ts: finds a webhook secret', 'src/server/operator-cli/doctor.test.ts: judges the key'],
  [
    'Usage can be sent as CloudEvents',
    'admin/cloud-events.test.ts: counts each event of a batch once',
    'admin/cloud-events.test.ts: takes data in Base64',
  ],
  ['Background work that failed', 'observability.test.ts: lists for operators what can not be known'],
  ['`billing usage import` resumes', 'admin/usage-import.test.ts: an import goes on after a kill'],
  // Price books
  [
    'Price books are checked',
    'admin/price-books.test.ts: refuses a version that has no price',
    'admin/price-books.test.ts: withdraws a version',
  ],
  [
    '`PRICE_NOTICE_DAYS` (30)',
    'admin/price-books.test.ts: takes any other version a minute ahead',
    'price-notice.test.ts: the check refuses a rise',
  ],
  // Email
  [
    'Only confirmed addresses get email',
    'notices/confirmations.test.ts: sends two strangers one confirmation',
    'notices/email-limits.test.ts: is what the settings say by default',
  ],
  ['One mailbox gets one email', 'international-email.test.ts: sends one email to one mailbox'],
  ['Organizations whose page shows no invoices', 'invoices-not-shown.test.ts: attaches the PDF of an invoice'],
  ['Notices are sent by email', 'notices/smtp.test.ts: arrives as HTML and text', 'notices/smtp.test.ts: loses nothing in 72 hours'],
  ['A returned email marks', 'notices/smtp.test.ts: marks an address whose mail comes back'],
  // Events and webhooks
  [
    'Webhook endpoints can be changed',
    'webhooks/endpoints.test.ts: changes the address',
    'webhooks/endpoints.test.ts: signs by the old and the new secret',
  ],
  [
    '`WEBHOOK_PORTS`',
    'webhooks/endpoints.test.ts: production adds no endpoint',
    'webhooks/endpoints.test.ts: stores no address with a control character',
  ],
  [
    'Events are sent as webhooks',
    'webhooks/sending.test.ts: signs a message by the Standard Webhooks scheme',
    'webhooks/examples.test.ts: every event has an example',
  ],
  // Security
  [
    '`ADMIN_PORT`',
    'admin/admin-port.test.ts: has the admin API on its port alone',
    'tests/architecture/kubernetes-files.test.ts: what one object names, another is',
  ],
  ['`/docs` is closed in production', 'plain-files.test.ts: answers 404 below /docs', 'plain-files.test.ts: says whom to tell of a flaw'],
  [
    'Concurrent requests are limited',
    'fairness/fair-turns.test.ts: answers other organizations',
    'fairness/key-turns.test.ts: limits the requests of a key',
  ],
  [
    'Connections to other machines',
    'src/server/settings/config-refusals.test.ts: refuses the plain way to the database',
    'inside-tls.test.ts: answers clients and other nodes only by TLS',
  ],
  [
    'Pages are `private, no-store`',
    'broken-clients.test.ts: lets no cache store a page',
    'broken-clients.test.ts: logs an upload to %s that is broken off',
  ],
  [
    'Names of organizations, projects',
    'notices/stored-names.test.ts: refuses the name %j',
    'src/server/notices/printed-names.test.ts: no mail program makes a link',
  ],
  [
    'The proxy limits slow clients',
    'deployment/proxy.test.ts: answers others within a second',
    'tests/architecture/deployment-files.test.ts: the service is exposed at most 2.5',
    'third-party.test.ts: the artifact has a bill of materials',
  ],
  ['Signing out also ends', 'provider-sign-out.test.ts: %s leads the browser', 'provider-sign-out.test.ts: names browser, system'],
  [
    '`SECRETS_KEY`, **required',
    'admin/secrets-key.test.ts: seals by migrate',
    'admin/secrets-key.test.ts: is rotated with the previous key',
  ],
  ['`OIDC_TRUST_EMAIL=true`', 'openid.test.ts: trusts an address without a word about it'],
  ['Previous secrets stay valid', 'rotation.test.ts: the figures are for the holder', 'rotation.test.ts: events of the gateway are taken'],
  // Data
  ['Every lookup has an index', 'growth/growth.test.ts: no statement of a request or a job reads the whole'],
  ['Usage records and idempotency keys', 'sharding/sharding.test.ts: has partitions by organization'],
  ['Primary and foreign keys', 'sharding/sharding.test.ts: keeps each row of an organization'],
  [
    'Persons and closed organizations',
    'erasure/erasure.test.ts: erases a person',
    'erasure/retention.test.ts: erases an organization 400 days after',
  ],
  ['All stored data about an organization', 'erasure/export.test.ts: gives everything held about an organization'],
  ['Expired rows are deleted', 'clock.test.ts: removes what has had its time', 'erasure/retention.test.ts: removes what has had its time'],
  // Deployment
  [
    'HAProxy terminates TLS',
    'inside-tls.test.ts: leads pages from http to https',
    'tests/architecture/deployment-files.test.ts: the proxy takes its file',
  ],
  [
    'A page on disaster recovery',
    'deployment/second-site.test.ts: is replaced by its replica',
    'deployment/point-in-time.test.ts: is brought back to a moment',
  ],
  [
    'Kubernetes: namespace',
    'tests/architecture/kubernetes-files.test.ts: every object is one of its kind',
    'tests/architecture/kubernetes-files.test.ts: everything lies in the namespace',
  ],
  ['Image and systemd service start Node', 'deployment/idle-memory.test.ts: an idle process stays within its memory'],
  ['The image and the artifact leave out', 'deployment/artifact.test.ts: is small without the embedded database'],
  [
    'A build is created in a separate folder',
    'src/server/cli/place-build.test.ts: keeps the chunks of the last two builds',
    'tests/journeys/new-build.test.ts: loads the page once again',
  ],
  ['Highly available PostgreSQL', 'deployment/high-availability.test.ts: loses no acknowledged write'],
  ['An image, a compose file', 'tests/architecture/deployment-files.test.ts: image, compose and Kubernetes set'],
  ['PostgreSQL can be used through PgBouncer', 'deployment/pooled.test.ts: move each payment once'],
  ['New settings for pool', 'deployment/pooled.test.ts: name themselves to the database'],
  ['`STOP_SECONDS` is the time', 'deployment/pooled.test.ts: are restarted one after the other under load'],
  ['A systemd service', 'tests/architecture/deployment-files.test.ts: systemd reads every line'],
  ['A version can start on a newer schema', 'deployment/previous-version.test.ts: goes on while the schema'],
  // Monitoring
  [
    'Files for monitoring',
    'tests/architecture/alert-rules.test.ts: every alert fires after its time',
    'deployment/monitoring.test.ts: no rule fails',
  ],
  ['`HEALTH_PORT`', 'fairness/health-port.test.ts: answers while the main thread is blocked'],
  ['Traces are sent by OTLP', 'traces.test.ts: one trace goes from the request'],
  ['New metrics: the event loop', 'observability.test.ts: counts requests by call', 'alerts.test.ts: every panel shows figures'],
  ['New metrics: the outcomes', 'notices/smtp.test.ts: notes an address', 'alerts.test.ts: every alert asks for figures'],
  // The demo
  [
    'Activity of the demo organizations',
    'seeded-history.test.ts: dates nothing in the past',
    'seeded-history.test.ts: gives busy-year a year of acts',
  ],
  // Before and during the upgrade
  ['The 31 migrations are squashed', 'squashed-migrations.test.ts: is taken over at the next start'],
  [
    'Every open or issued invoice',
    'money/enrolled-invoices.test.ts: says of each what its payer can expect',
    'money/enrolled-invoices.test.ts: charges what a card payer owes',
  ],
  [
    'A spending limit takes effect within a second',
    'budgets/calls.test.ts: reports to operators how long usage takes',
    'budgets/many-projects.test.ts: stops at once',
  ],
  ['Emails, webhooks, work', 'background.test.ts: hears one process for each run'],
  // The page
  [
    "The page works with the browser's translator",
    'tests/journeys/translation.test.ts: tops up in a dialog',
    'src/billing/payment-dialogs.test.tsx: keeps the dialog',
  ],
  [
    'Without a session',
    'tests/journeys/session-end.test.ts: opens the sign-in page when the session ends',
    'tests/journeys/session-end.test.ts: keeps what was typed',
  ],
  ['"Pay Now" works at', 'tests/journeys/first-minute.test.ts: pays at the other name'],
  [
    'Escape closes only the innermost',
    'src/ui/Dialog/Dialog.escape.test.tsx: closes an open menu first',
    'tests/journeys/half-filled.test.ts: closes only an open list',
  ],
  ['Members who may update the organization', 'tests/journeys/recipients.test.ts: allows editing recipients'],
  ['A press between the hydration', 'tests/journeys/hydration.test.ts: keeps a press that is made before the page is alive'],
  // Invoices, payments and credit
  ['Credit that comes from disputed money', 'money/held-credit.test.ts: is held until the dispute is won'],
  [
    'A closed organization gets no goodwill',
    'admin/closed-organizations.test.ts: its payments are refunded',
    'admin/closed-organizations.test.ts: a top-up that is paid after',
  ],
  ['If a partner has the invoices', 'invoices-not-shown.test.ts: %s: every read of invoices answers'],
  [
    'Invoices of organizations that pay by invoice',
    'src/billing/invoices/next-step.test.ts: says on %s how to pay',
    'money/enrolled-invoices.test.ts: refuses staff',
  ],
  [
    'A refund counts as sent',
    'money/refunds.test.ts: that was made although the answer was an error',
    'money/refunds.test.ts: that was never made gives the credit back',
  ],
  // Usage, limits and price books
  [
    'The time of usage may be ahead',
    'cycles/clock-ahead.test.ts: takes usage of the next 300 seconds',
    'src/server/domain/catalogue.test.ts: gets a hint',
  ],
  [
    'In a usage file',
    'src/server/operator-cli/usage-file.test.ts: refuses a quantity in any other notation',
    'src/server/operator-cli/usage-file.test.ts: refuses a file with %s',
  ],
  ['The export of invoice lines', 'invoices.test.ts: exports lines whose texts no spreadsheet runs'],
  ['A partly booked usage batch', 'usage-batches.test.ts: answers a batch of two transactions'],
  ['A price book that lowers the number', 'admin/price-books.test.ts: refuses %s that is dated nearer'],
  ['The id of a usage record', 'cycles/late-usage.test.ts: frees an id'],
  [
    'A change of a spending limit',
    'cycles/late-periods.test.ts: counts a change of a limit',
    'cycles/late-terms.test.ts: leaves a contract that begins after',
  ],
  ['Usage of many organizations'],
  // Email
  ['Emails about invoices, restrictions', 'notices/send-again.test.ts: the email of an invoice', 'notices/truth.test.ts: $kind'],
  [
    '"Send again" asks first',
    'notices/send-again.test.ts: a retry of the same attempt',
    'notices/send-again.test.ts: staff sends an email once a minute',
  ],
  ['Email addresses may have an international', 'international-email.test.ts: keeps an international address as typed'],
  ['A removed recipient gets no email', 'notices/confirmations.test.ts: loses no email'],
  // Operation
  ['A compressed request body', 'bad-input.test.ts: names the encoding of a body'],
  ['A PostgreSQL connection that closes', 'unusable-postgres.test.ts: does on another one what was not committed'],
  ["Traces are sent by OpenTelemetry's exporter", 'traces.test.ts: a collector that never answers'],
  ['A webhook endpoint gets four connections', 'webhooks/deliveries.test.ts: lets two processes bring each event once'],
  ['A statement may take 60 seconds', 'deployment/pooled.test.ts: name themselves to the database'],
  ['A sign-out from one session', 'staff/staff-page.test.ts: a sign-out from one session'],
  ['Packages that only a build needs', 'deployment/artifact.test.ts: has few packages'],
];
