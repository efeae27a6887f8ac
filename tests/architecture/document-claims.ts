/**
 * Tests of each section of the README and the operator's documents, written as in `changelog-claims.ts`. A section without tests contains
 * no command, or says "not tested".
 */
export const documentClaims: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'README.md': {
    Start: [
      'start.test.ts: says where it listens',
      'start.test.ts: empties and reseeds the folder on reset',
      'documents.test.ts: name scripts of package.json',
    ],
    'The first minute': [
      'tests/journeys/first-minute.test.ts: has as many steps as the README',
      'clock.test.ts: is shown and moved by the command',
    ],
    'Three modes': [
      'tests/journeys/page-only.test.ts: shows the whole bill',
      'store-owner.test.ts: one of production is neither emptied',
      'store-owner.test.ts: one of the sandbox, with members',
    ],
    'The first hour in production': ['first-hour.test.ts: goes from an empty database', 'first-hour.test.ts: stands in the README'],
    'The map': [
      'tests/architecture/readme-maps.test.ts: names only what exists',
      'tests/architecture/import-table.test.ts: holds for every source file',
    ],
    Words: [],
    'Taking part': ['documents.test.ts: name files that are there'],
    License: ['third-party.test.ts: each package of the bill has its notice'],
  },
  'src/server/deploy/README.md': {
    'Without containers, on Debian': [
      'deployment/artifact.test.ts: migrates, makes a key and starts in production',
      'deployment/proxy.test.ts: leads every other path',
      'tests/architecture/deployment-files.test.ts: systemd reads every line',
    ],
    Kubernetes: [
      'tests/architecture/kubernetes-files.test.ts: every object is one of its kind',
      'tests/architecture/deployment-files.test.ts: network policies name the pods',
    ],
    'A release': ['src/server/cli/pack-release.test.ts: writes artifact, notices', 'src/server/cli/release.test.ts: writes each image'],
    'Through PgBouncer': [
      'deployment/pooled.test.ts: move each payment once',
      'tests/architecture/session-state.test.ts: no statement of the server',
    ],
    'The size of the pool': ['tests/architecture/kubernetes-files.test.ts: all processes together have fewer connections'],
    'A new version': [
      'deployment/previous-version.test.ts: goes on while the schema',
      'tests/architecture/migration-steps.test.ts: every migration',
      'squashed-migrations.test.ts: waits for the command in production',
    ],
    'Turning secrets over': [
      'rotation.test.ts: usage is taken from programs',
      'admin/secrets-key.test.ts: is rotated with the previous key',
      'tests/architecture/deployment-files.test.ts: every secret can be turned over',
    ],
    Decisions: ['traces.test.ts: one trace goes from the request', 'tests/architecture/session-state.test.ts: no statement of the server'],
    Support: [
      'deployment/artifact.test.ts: starts on Node %s',
      'deployment/high-availability.test.ts: loses no acknowledged write',
      'deployment/pooled.test.ts: move each payment once',
    ],
  },
  'src/server/deploy/OPERATING.md': {
    "The operator's API and command": [
      'admin/every-call.test.ts: needs a key with one of its scopes',
      'admin/command.test.ts: says each mistake in one sentence',
      'documents.test.ts: name verbs of the command',
    ],
    Keys: ['admin/key-terms.test.ts: has an end within 400 days', 'admin/keys.test.ts: is shown once'],
    'Organization tokens': [
      'tokens/tokens.test.ts: shows a new token once',
      'fairness/token-turns.test.ts: limits all tokens of an organization',
    ],
    "The platform's audit log": ['admin/platform-audit.test.ts: has keys, endpoints', 'admin/platform-audit.test.ts: is read page by page'],
    'Staff actions on money': [
      'admin/staff-actions.test.ts: is given once under its key',
      'admin/plan-changes.test.ts: waits for a second person',
      'admin/charges-pause.test.ts: stops every charge at once',
    ],
    Approvals: [
      'admin/approval-people.test.ts: all staff together have a limit',
      'staff/staff-page.test.ts: staff see who asks',
      'admin/terms-approval.test.ts: an all-zero price book',
      'admin/held-usage.test.ts: releases held usage once',
    ],
    Monitoring: [
      'deployment/monitoring.test.ts: gets figures of every target',
      'alerts.test.ts: the dashboard is one that Grafana reads',
      'tests/architecture/alert-rules.test.ts: every alert fires after its time',
    ],
    "The gateway's webhook": [
      'tests/architecture/webhook-table.test.ts: the document names the address',
      'money/webhooks.test.ts: refuses calls that the gateway did not sign',
    ],
    'Events and webhooks': [
      'webhooks/examples.test.ts: every event has an example',
      'webhooks/deliveries.test.ts: repeats what was not taken',
    ],
    'The key that seals secrets': [
      'admin/secrets-key.test.ts: seals by migrate',
      'src/server/database/secret-box.test.ts: opens what the previous key has sealed',
    ],
    'A busy process': [
      'fairness/fair-turns.test.ts: answers other organizations',
      'fairness/document-threads.test.ts: gives organizations threads in turn',
      'fairness/health-port.test.ts: answers while the main thread is blocked',
    ],
    'Sending usage': [
      'usage-ingestion.test.ts: counts every good record once',
      'admin/cloud-events.test.ts: counts each event of a batch once',
      'admin/usage-import.test.ts: an import goes on after a kill',
      'tests/architecture/usage-documents.test.ts: says that sending usage',
    ],
    'Price books': ['admin/price-book-command.test.ts: checks, publishes', 'admin/price-books.test.ts: withdraws a version'],
    'Recipients of billing email': [
      'notices/confirmations.test.ts: sends two strangers one confirmation',
      'notices/email-limits.test.ts: is what the settings say by default',
    ],
    'Returned emails': ['notices/postfix.test.ts: comes back days later', 'notices/smtp.test.ts: marks an address whose mail comes back'],
    'Retention and erasure': [
      'erasure/retention.test.ts: says of every table how long its rows stay',
      'erasure/erasure.test.ts: erases a person',
      'erasure/export.test.ts: gives everything held about an organization',
    ],
  },
  // The sections of alerts are compared with `alerts.yaml` by `tests/server/alerts.test.ts`.
  'src/server/deploy/RUNBOOK.md': {
    Backup: ['backup.test.ts: is dumped while it works'],
    Restoring: ['deployment/point-in-time.test.ts: is brought back to a moment', 'backup.test.ts: goes on once an operator'],
  },
  'src/server/deploy/DISASTER-RECOVERY.md': {
    'Recovery goals': [
      'deployment/point-in-time.test.ts: is brought back to a moment',
      'deployment/second-site.test.ts: is replaced by its replica',
    ],
    'A second site': ['deployment/second-site.test.ts: is replaced by its replica'],
    'Fail over to the second site': ['deployment/second-site.test.ts: is replaced by its replica'],
    'The gap to the gateway': [
      'deployment/second-site.test.ts: is replaced by its replica',
      'gateway-instance.test.ts: that is behind stops',
    ],
    'The drill': [
      'deployment/second-site.test.ts: is replaced by its replica',
      'deployment/point-in-time.test.ts: is brought back to a moment',
    ],
    Measured: [],
  },
  'src/server/deploy/patroni/README.md': {
    Setup: [
      'deployment/high-availability.test.ts: loses no acknowledged write',
      'inside-tls.test.ts: answers clients and other nodes only by TLS',
    ],
    'Time without writes': ['deployment/high-availability.test.ts: loses no acknowledged write'],
    Settings: ['deployment/high-availability.test.ts: finds what is lost where a commit waits for no standby'],
    "Use etcd's older interface": ['deployment/high-availability.test.ts: loses no acknowledged write'],
    'The platform during a failover': [
      'deployment/high-availability.test.ts: loses no acknowledged write',
      'unusable-postgres.test.ts: does on another one what was not committed',
    ],
    Operating: ['deployment/high-availability.test.ts: loses no acknowledged write'],
    'Change a cluster without TLS to TLS': [],
  },
};
