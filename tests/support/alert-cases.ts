// Time series that fire an alert, and similar series that must not. Promtool notation: `a+bxN` starts at a and adds b in each of N steps.

export type Series = Readonly<Record<string, string>>;

export interface AlertCase {
  readonly fires: Series;
  readonly labels?: Readonly<Record<string, string>>;
  /** Minutes from the first sample to the check of the rule. At the time of the check, the alert must fire. */
  readonly after?: number;
  readonly silent: readonly Series[];
  /** Intervals between samples and between rule evaluations. The default is one minute; tests that span days use longer intervals. */
  readonly step?: { readonly figures: string; readonly evaluation: string };
}

const always = (value: number): string => `${value}+0x400`;
const growing = (each: number): string => `0+${each}x400`;

const above = (series: string, good: number, bad: number): AlertCase => ({
  fires: { [series]: always(bad) },
  silent: [{ [series]: always(good) }, {}],
});
const requests = (status: string, route = 'page'): string =>
  `http_request_duration_seconds_count{route="${route}",method="GET",status="${status}"}`;
const calls = (status: string): string => `gateway_request_duration_seconds_count{method="POST",status="${status}"}`;
const events = (outcome: string): string => `webhook_attempts_total{outcome="${outcome}"}`;
const mails = (outcome: string): string => `mail_attempts_total{outcome="${outcome}"}`;
const jobs = (outcome: string): string => `job_duration_seconds_count{job="billing",exported_job="cycles",outcome="${outcome}"}`;
const slowest = (le: string): string => `http_request_duration_seconds_bucket{route="page",le="${le}"}`;
const disk = (figure: string, fstype = 'ext4'): string =>
  `node_filesystem_${figure}_bytes{instance="db",mountpoint="/",fstype="${fstype}"}`;
const volume = (figure: string): string =>
  `kubelet_volume_stats_${figure}_bytes{namespace="billing",persistentvolumeclaim="data-postgres-0"}`;

/** Creates two alert cases of a service objective: 1,000 requests per two minutes for four days, some of them bad in the last hours. */
function objective(name: string, budget: number): [fast: AlertCase, slow: AlertCase] {
  const series = (outcome: string) => `platform_objective_requests_total{objective="${name}",outcome="${outcome}"}`;
  const hour = 30;
  const all = 96 * hour;
  const share = (bad: number, hours = 96): Series => ({
    [series('good')]: `0+${1000 * (1 - bad)}x${all}`,
    [series('slow')]: `0+0x${all - hours * hour} 0+${1000 * bad}x${hours * hour}`,
    [series('failed')]: `0+0x${all}`,
  });
  // There are only four requests, and all of them fail. At such low traffic, even a high error rate must not fire the alert.
  const rare: Series = {
    [series('good')]: `0+0x${all}`,
    [series('failed')]: `0+0x${94 * hour - 4} 2+0x${2 * hour - 1} 4+0x${hour}`,
    [series('slow')]: `0+0x${all}`,
  };
  // An incident that is over: requests were bad for two hours, and then good for an hour.
  const over: Series = {
    ...share(0),
    [series('slow')]: `0+0x${all - 3 * hour} 0+${20_000 * budget}x${2 * hour} ${40_000 * budget * hour}+0x${hour}`,
  };
  const shared = { labels: { objective: name }, after: 96 * 60, step: { figures: '2m', evaluation: '2h' } } as const;
  return [
    { ...shared, fires: share(20 * budget, 4), silent: [share(3 * budget), over, rare, {}] },
    { ...shared, fires: share(2 * budget, 60), silent: [share(0.5 * budget), rare, {}] },
  ];
}
const [pageFast, pageSlow] = objective('page_reads', 0.001);
const [moneyFast, moneySlow] = objective('money_writes', 0.005);

export const alertCases: Readonly<Record<string, AlertCase>> = {
  PlatformDown: {
    fires: { 'up{job="billing",instance="a"}': always(0), 'up{job="machines",instance="a"}': always(1) },
    silent: [{ 'up{job="billing",instance="a"}': always(0), 'up{job="billing",instance="b"}': always(1) }],
  },
  PageUnreachable: {
    labels: { instance: 'https://billing.example.com' },
    fires: { 'probe_success{job="billing-outside",instance="https://billing.example.com"}': always(0) },
    silent: [
      { 'probe_success{job="billing-outside",instance="https://billing.example.com"}': always(1) },
      { 'probe_success{job="certificates",instance="https://postgres-1:8008"}': always(0) },
    ],
  },
  CertificateEnds: {
    labels: { instance: 'https://billing.example.com' },
    after: 200,
    fires: { 'probe_ssl_earliest_cert_expiry{instance="https://billing.example.com"}': always(13 * 86_400) },
    silent: [{ 'probe_ssl_earliest_cert_expiry{instance="https://billing.example.com"}': always(30 * 86_400) }],
  },
  TargetDown: {
    labels: { job: 'machines', instance: 'db' },
    fires: { 'up{job="machines",instance="db"}': always(0) },
    silent: [{ 'up{job="machines",instance="db"}': always(1), 'up{job="billing",instance="a"}': always(0) }],
  },
  DatabaseDown: {
    fires: { 'platform_database_up{instance="a"}': always(0), 'platform_database_up{instance="b"}': always(0) },
    silent: [{ 'platform_database_up{instance="a"}': always(0), 'platform_database_up{instance="b"}': always(1) }],
  },
  NoLeader: {
    fires: { 'haproxy_backend_active_servers{proxy="postgres"}': always(0) },
    silent: [{ 'haproxy_backend_active_servers{proxy="postgres"}': always(1), 'haproxy_backend_active_servers{proxy="x"}': always(0) }],
  },
  NoStandby: {
    fires: { 'patroni_sync_standby{scope="billing",name="one"}': always(0), 'patroni_sync_standby{scope="billing",name="two"}': always(0) },
    silent: [
      { 'patroni_sync_standby{scope="billing",name="one"}': always(0), 'patroni_sync_standby{scope="billing",name="two"}': always(1) },
    ],
  },
  ReplicationLags: above('database_replication_lag_bytes', 16_777_216, 100_000_000),
  ArchiveStopped: {
    fires: { database_archive_age_seconds: growing(60) },
    // The database archives a log segment about every minute.
    silent: [{ database_archive_age_seconds: always(70) }, {}],
    after: 25,
  },
  DiskFills: {
    labels: { instance: 'db', mountpoint: '/' },
    fires: { [disk('avail')]: always(9e9), [disk('size')]: always(100e9) },
    silent: [
      { [disk('avail')]: always(50e9), [disk('size')]: always(100e9) },
      // The data grows slowly, so the disk is full only after weeks.
      { [disk('avail')]: '25000000000-100000x400', [disk('size')]: always(100e9) },
      { [disk('avail', 'tmpfs')]: always(0), [disk('size', 'tmpfs')]: always(1e9) },
      { [volume('available')]: always(5e9), [volume('capacity')]: always(10e9) },
    ],
    after: 390,
  },
  RequestsFail: {
    fires: { [requests('200')]: growing(100), [requests('500')]: growing(2) },
    silent: [
      { [requests('200')]: growing(1000), [requests('500')]: growing(2) },
      // A few errors on a quiet night.
      { [requests('200')]: growing(1), [requests('500')]: growing(0.9) },
      { [requests('200')]: growing(100), [requests('503', '/readyz')]: growing(100) },
    ],
  },
  RequestsSlow: {
    fires: { [slowest('1')]: growing(90), [slowest('2.5')]: growing(100), [slowest('+Inf')]: growing(100) },
    silent: [{ [slowest('0.5')]: growing(1000), [slowest('1')]: growing(1000), [slowest('+Inf')]: growing(1001) }],
  },
  PaymentsPaused: above('platform_payments_paused', 0, 1),
  ChargesPaused: { ...above('platform_charges_paused', 0, 1), after: 45 },
  PaymentsUnanswered: above('platform_payments_unanswered', 0, 1),
  PaymentsUnknown: above('platform_payments_unknown', 0, 1),
  GatewayFails: {
    fires: { [calls('200')]: growing(10), [calls('0')]: growing(1) },
    silent: [
      { [calls('200')]: growing(100), [calls('500')]: growing(1), [calls('402')]: growing(50) },
      // Errors among very few calls.
      { [calls('200')]: growing(0.3), [calls('500')]: growing(0.6) },
    ],
  },
  GatewayWorkLate: {
    fires: { platform_gateway_work_lag_seconds: always(10), platform_gateway_events_lag_seconds: always(400) },
    silent: [{ platform_gateway_work_lag_seconds: always(200), platform_gateway_events_lag_seconds: always(200) }],
  },
  GatewayWorkDead: above('platform_gateway_work_dead', 0, 1),
  RefundsWait: { ...above('platform_refunds_waiting', 0, 2), after: 90 },
  GatewaySignaturesRefused: {
    fires: { gateway_webhook_signatures_refused_total: growing(1) },
    silent: [{ gateway_webhook_signatures_refused_total: growing(0.3) }, { gateway_webhook_signatures_refused_total: always(40) }],
  },
  AdminKeysRefused: {
    fires: { platform_admin_keys_refused_total: growing(3) },
    silent: [{ platform_admin_keys_refused_total: growing(1) }],
  },
  AdminKeyEnds: { ...above('platform_admin_key_days_left', 30, 6), after: 90 },
  UsageHeld: above('platform_usage_held_batches', 0, 1),
  PriceBookRefused: above('platform_price_books_refused', 0, 1),
  WebhooksLate: above('platform_webhooks_lag_seconds', 300, 700),
  WebhooksFail: {
    fires: { [events('delivered')]: growing(1), [events('timeout')]: growing(2) },
    silent: [
      { [events('delivered')]: growing(2), [events('timeout')]: growing(1) },
      { [events('delivered')]: growing(0.1), [events('timeout')]: growing(0.2) },
    ],
    after: 90,
  },
  EndpointsDisabled: above('platform_webhook_endpoints_disabled', 0, 1),
  MailsLate: above('platform_mails_lag_seconds', 600, 1000),
  MailsFail: {
    fires: { [mails('sent')]: growing(1), [mails('down')]: growing(2) },
    silent: [
      { [mails('sent')]: growing(2), [mails('later')]: growing(1) },
      { [mails('sent')]: growing(0.1), [mails('later')]: growing(0.2) },
    ],
    after: 60,
  },
  MailsRefused: {
    fires: { 'platform_mails_refused{instance="a"}': growing(1) },
    labels: { instance: 'a' },
    silent: [{ 'platform_mails_refused{instance="a"}': always(500) }],
    after: 90,
  },
  MailsBounce: {
    fires: { 'platform_addresses_bounced{instance="a"}': growing(1) },
    labels: { instance: 'a' },
    silent: [{ 'platform_addresses_bounced{instance="a"}': always(500) }],
    after: 90,
  },
  OrganizationsFail: above('platform_organizations_failing', 0, 1),
  JobsDead: above('platform_jobs_dead', 0, 1),
  JobsFail: {
    fires: { [jobs('failed')]: growing(1), [jobs('done')]: growing(1) },
    labels: { exported_job: 'cycles' },
    silent: [{ [jobs('done')]: growing(1), [jobs('failed')]: always(3) }],
  },
  JobsStand: {
    fires: { [jobs('done')]: always(5) },
    silent: [{ [jobs('done')]: growing(1) }],
  },
  RetentionStands: above('platform_retention_age_seconds', 90_000, 180_000),
  PoolExhausted: {
    fires: { database_pool_waiting: always(3), database_pool_connections: always(10), database_pool_limit: always(10) },
    silent: [{ database_pool_waiting: always(0), database_pool_connections: always(10), database_pool_limit: always(10) }],
  },
  EventLoopLags: above('nodejs_eventloop_lag_p99_seconds', 0.2, 0.7),
  MemoryGrows: above('process_resident_memory_bytes', 300e6, 720e6),
  PageReadsBurnFast: pageFast,
  PageReadsBurnSlow: pageSlow,
  MoneyWritesBurnFast: moneyFast,
  MoneyWritesBurnSlow: moneySlow,
};
