import { projectRef } from '#server/seed/identifiers.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import type { LivedRecord } from '#tests/oracle/lived-history.ts';
import type { Act, Hand } from './hand.ts';

const hour = 3600;
const day = 24 * hour;
const gigabyte = 1_000_000_000;
const serviceToken = 'sandbox-service-token';

/**
 * Metrics with two facts each: the maximum quantity per record, and whether the records are time spans. Some maximums are far above the
 * quota.
 */
const measured: readonly (readonly [metric: UsageMetric, most: number, isSpan: boolean])[] = [
  ['EGRESS', 700 * gigabyte, false],
  ['EGRESS', 20 * gigabyte, false],
  ['FUNCTION_INVOCATIONS', 4_000_000, false],
  ['REALTIME_PEAK_CONNECTIONS', 1200, false],
  ['MONTHLY_ACTIVE_USERS', 120_000, false],
  ['LOG_DRAIN_EVENTS', 3_000_000, false],
  ['STORAGE_SIZE', 9000 * gigabyte, true],
  ['DATABASE_SIZE', 30 * gigabyte, true],
  ['COMPUTE_HOURS_SM', 1, true],
  ['COMPUTE_HOURS_L', 1, true],
  ['DISK_SIZE_GB_HOURS_GP3', 300, true],
  ['DISK_IOPS_IO2', 5000, true],
  ['AUTH_MFA_PHONE', 1, true],
  ['IPV4', 1, true],
  // Only contracts price this compute size; the price book has no price for it.
  ['COMPUTE_HOURS_24XL', 1, true],
];

const lateness = [0, 1, 1, 59, 59, 600, 600, 3000, 3000, 2 * hour, 20 * hour, 3 * day, 9 * day, 20 * day, 34 * day, 50 * day];
const lengths = [1, 1800, 5 * hour, 3 * day];

function newRecord({ slug, random, now, newName }: Hand): LivedRecord {
  const [metric, most, isSpan] = random.pick(measured);
  const ref = projectRef(slug, random.pick(['web', 'api']));
  const heardAtSeconds = now();
  const at = heardAtSeconds - random.pick(lateness);
  const untilSeconds = isSpan ? Math.min(heardAtSeconds, at + random.pick(lengths)) : at;
  return {
    id: newName(),
    projectRef: ref,
    metric,
    kind: 'primary',
    resourceId: ref,
    fromSeconds: isSpan && untilSeconds === at ? at - 1 : at,
    untilSeconds,
    quantity: random.chance(0.1) ? 0 : 1 + random.below(most),
    heardAtSeconds,
  };
}

const wireRecord = ({ id, projectRef: project_ref, metric, fromSeconds, untilSeconds, quantity, replaces }: LivedRecord) => ({
  id,
  project_ref,
  metric,
  at: fromSeconds,
  quantity,
  ...(untilSeconds > fromSeconds ? { until: untilSeconds } : {}),
  ...(replaces === undefined ? {} : { replaces }),
});

const inWords = ({ metric, quantity, fromSeconds, untilSeconds }: LivedRecord): string =>
  `${metric} ${quantity} at ${fromSeconds}${untilSeconds > fromSeconds ? `+${untilSeconds - fromSeconds}` : ''}`;

async function send({ slug, platform, records: accepted }: Hand, records: readonly LivedRecord[]): Promise<string> {
  const answer = await platform.ask(`/platform/organizations/${slug}/usage/records`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${serviceToken}` },
    body: JSON.stringify({ records: records.map(wireRecord) }),
  });
  if (answer.status !== 200) throw new Error(`Usage of ${slug} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  const rejected = new Map<string, string>(answer.body.rejected.map(({ id, code }: { id: string; code: string }) => [id, code]));
  accepted.push(...records.filter(({ id }) => !rejected.has(id)));
  return records.map((record) => `${inWords(record)} ${rejected.get(record.id) ?? 'accepted'}`).join(', ');
}

export const reportUsage: Act = (hand) =>
  send(
    hand,
    Array.from({ length: 1 + hand.random.below(3) }, () => newRecord(hand)),
  );

export const useMuchEgress: Act = (hand) => {
  const now = hand.now();
  return send(hand, [
    { ...newRecord(hand), metric: 'EGRESS', fromSeconds: now, untilSeconds: now, quantity: (300 + hand.random.below(900)) * gigabyte },
  ]);
};

/** Reports egress that is 3 to 33 days old, usually from an earlier cycle. */
export const reportLateEgress: Act = (hand) => {
  const now = hand.now();
  const at = now - hand.random.pick([3, 9, 20, 33]) * day;
  return send(hand, [
    { ...newRecord(hand), metric: 'EGRESS', fromSeconds: at, untilSeconds: at, quantity: (100 + hand.random.below(300)) * gigabyte },
  ]);
};

export const correctUsage: Act = (hand) => {
  const { records, random } = hand;
  const replaced = new Set(records.map(({ replaces }) => replaces));
  const known = records.filter(({ id }) => !replaced.has(id));
  if (known.length === 0) return Promise.resolve('');
  const before = random.pick(known);
  const quantity = random.pick([0, Math.floor(before.quantity / 2), before.quantity * 2]);
  return send(hand, [{ ...before, id: hand.newName(), quantity, heardAtSeconds: hand.now(), replaces: before.id }]);
};
