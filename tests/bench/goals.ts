import type { Row } from './figure.ts';

const kilobyte = 1024;

const row = (quantity: string, unit: Row['unit'], goal: number, limit = goal): Row => ({ quantity, unit, goal, limit });

/** Goals of the product. Browser values are measured at a quarter of the CPU speed; page loads also with Fast 4G and an empty cache. */
export const goals = {
  'first-js': row('JavaScript of the first load, gzip', 'bytes', 120 * kilobyte, 128 * kilobyte),
  'all-js': row('JavaScript of everything opened once, own, gzip', 'bytes', 330 * kilobyte, 390 * kilobyte),
  'first-css': row('CSS of the first load, gzip', 'bytes', 12 * kilobyte),
  'third-party': row('Bytes of others before a payment step', 'bytes', 0),
  'largest-paint': row('Largest contentful paint against the same HTML without scripts', 'times', 1.05, 1.15),
  'blocking-time': row('Total blocking time of the load', 'ms', 50, 100),
  'longest-task': row('Longest task of the load', 'ms', 80, 120),
  'first-alive': row('First button alive, against one eager bundle', 'times', 0.85),
  /** A layout shift below 0.005 rounds to 0.00. */
  shift: row('Layout shift, also with answers 3 s late', 'shift', 0.005),
  interaction: row('Slowest interaction, 75th percentile', 'ms', 100),
  'first-paging': row('First paging of the invoice table', 'ms', 120),
  'first-list': row('First opening of the country list', 'ms', 150),
  'list-key': row('A key in the country list', 'ms', 100),
  dialog: row('Opening a dialog whose code is there', 'ms', 150),
  typing: row('A key in any field, everything mounted', 'ms', 40),
  'many-projects': row('Largest paint with 10,000 projects against 3', 'times', 1.05),
  'many-projects-document': row('Document of 10,000 projects against that of 3', 'times', 1.05, 1.15),
  'many-projects-fold': row('Expanding a group of 10,000 projects', 'ms', 100),
  'first-lines': row('First view of the lines of 10,000 projects, gzip', 'bytes', 10 * kilobyte),
  'many-invoices': row('100,000 invoices against 100: page, filter, count', 'times', 1.5, 3),
  bill: row('Upcoming invoice, time for each project: most projects against a tenth', 'times', 1.5, 3),
  'usage-speed': row('5,000 records of 1,000 organizations into PostgreSQL, batch after batch', 'ms', 250, 625),
  'bill-records': row('Upcoming invoice, time with 1,000,000 records against 1,000', 'times', 1.2, 1.5),
  'limit-stop': row('From usage to the stop of a spending limit, 10,000 projects, 99th percentile', 'ms', 1000),
  'limit-job': row('The job that notes a crossed threshold, 10,000 projects', 'ms', 1000),
  'usage-to-stop': row('From usage to the stop of a spending limit, over HTTP under load, 99th percentile', 'ms', 1000),
  'raise-under-load': row('From a raised limit until it is lifted, over HTTP under load, 99th percentile', 'ms', 1000),
  'paid-to-unrestricted': row('From a payment until the organization is unrestricted, over HTTP under load, 99th percentile', 'ms', 2000),
  'raise-to-lifted': row('From a raised limit until the platform says that it is lifted, 10,000 projects, 99th percentile', 'ms', 1000),
  'price-tag': row('A price tag with 10,000 projects, 95th percentile', 'ms', 100),
  'price-tag-under-limit': row(
    'A price tag with 10,000 projects and a limit that changed 40 times in the cycle, 95th percentile',
    'ms',
    100,
    1000,
  ),
  'fair-turns': row('A request of one organization while others flood, against a quiet platform, median', 'times', 3),
  'slow-clients': row('A request while 2,000 slow connections are open, 99th percentile', 'ms', 1000),
  'flood-health': row('Readiness on its own port while others flood, 99th percentile', 'ms', 100),
  framework: row('A read of the API against a bare handler with the same query', 'times', 1.1),
  'csv-memory': row('Memory of a CSV of 100,000 invoices against 100', 'MB', 8),
  pdf: row('A PDF of an invoice of thirty lines', 'ms', 300),
  reads: row('All reads of the page, embedded database', 'ms', 10),
  render: row('Server rendering of the page', 'ms', 10),
  'start-existing': row('Start on an existing data folder', 's', 1),
  'start-fresh': row('Start on a fresh data folder', 's', 3),
  'resident-production': row('Resident memory in production after a minute without requests', 'MB', 110, 112),
  'resident-embedded': row('Resident memory on the embedded database after a minute without requests', 'MB', 300, 320),
  heap: row('Heap after 200 dialogs above that after 20', 'percent', 5),
} as const satisfies Readonly<Record<string, Row>>;

export type RowId = keyof typeof goals;
