import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { findAddonVariant } from '#server/domain/addons.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { billedCompute, computeOfMetric, type ComputeSize } from '#server/domain/compute.ts';
import { DomainError } from '#server/domain/errors.ts';
import type { UsageMetric } from '#server/domain/metrics.ts';
import { needsContract, withoutPrice } from '#server/domain/rates.ts';
import type { Database } from '#server/database/database.ts';
import { projectAddons, projects } from '#server/database/tables/projects.ts';
import { subscriptions } from '#server/database/tables/subscriptions.ts';
import { resourceSpans } from '#server/database/tables/usage.ts';
import { bookInForce } from '#server/store/books/price-book-pinning.ts';

/** Every project includes this disk size in GB. A disk is a span whose quantity is the disk size. */
const DISK_GB = 8;

/** A plan change does not remove these add-ons, because applications that need them would break without warning. */
const REMOVED_BY_HAND = ['log_drain', 'auth_mfa_phone'] as const;

const STOPPED = new Set(['INACTIVE', 'REMOVED', 'INIT_FAILED']);

export interface RunningProject {
  readonly organizationId: number;
  readonly projectId: number;
  readonly ref: string;
  readonly status: (typeof projects.$inferSelect)['status'];
  readonly size: ComputeSize;
  readonly isBranch: boolean;
  readonly addons: readonly string[];
  readonly replicas: readonly ComputeSize[];
  /** Provisioned gp3 disk; 8 if absent. */
  readonly diskGb?: number;
}

export type Span = typeof resourceSpans.$inferInsert;

/** Resource spans of a project that start at `fromSeconds`; empty if the project is stopped. */
export function spansOf(project: RunningProject, fromSeconds: number): Span[] {
  if (isStopped(project.status)) return [];
  const { organizationId, projectId, ref, isBranch, diskGb = DISK_GB } = project;
  const span = (metric: UsageMetric, kind: Span['kind'], resourceId: string, quantity = 1): Span => ({
    organizationId,
    projectId,
    metric,
    kind,
    resourceId,
    quantity,
    fromSeconds,
  });
  const kind = isBranch ? 'branch' : 'primary';
  const computeMetric = (size: ComputeSize): UsageMetric | undefined => billedCompute(size)?.metric;
  const primaryMetric = isBranch ? 'COMPUTE_HOURS_BRANCH' : computeMetric(project.size);
  return [
    ...(primaryMetric ? [span(primaryMetric, kind, ref)] : []),
    span('DISK_SIZE_GB_HOURS_GP3', kind, ref, diskGb),
    ...project.addons.flatMap((identifier) => {
      const variant = findAddonVariant(identifier);
      return variant && variant.type !== 'compute_instance' ? [span(variant.metric, kind, ref)] : [];
    }),
    ...project.replicas.flatMap((size, index) =>
      replicaSpans({ organizationId, projectId, id: `${ref}:replica-${index + 1}`, size, diskGb }, fromSeconds),
    ),
  ];
}

interface RunningReplica extends Pick<RunningProject, 'organizationId' | 'projectId' | 'size' | 'diskGb'> {
  /** The hours of the replica are billed to the resource with this ID. */
  readonly id: string;
}

export function replicaSpans({ organizationId, projectId, id, size, diskGb = DISK_GB }: RunningReplica, fromSeconds: number): Span[] {
  const metric = billedCompute(size)?.metric;
  if (!metric) return [];
  const shared = { organizationId, projectId, kind: 'replica' as const, resourceId: id, fromSeconds };
  return [
    { ...shared, metric, quantity: 1 },
    { ...shared, metric: 'DISK_SIZE_GB_HOURS_GP3', quantity: diskGb },
  ];
}

export const isStopped = (status: RunningProject['status']): boolean => STOPPED.has(status);

/** @throws {DomainError} if a compute size has no list price, and the contract has no price for this size either */
export async function startResources(tx: Database, spans: readonly Span[]): Promise<void> {
  const sizes = spans.filter(({ metric }) => computeOfMetric(metric) !== undefined);
  if (sizes.length > 0) await refuseUnpriced(tx, sizes, await bookInForce(tx, Math.max(...sizes.map(({ fromSeconds }) => fromSeconds))));
  if (spans.length > 0) await tx.insert(resourceSpans).values([...spans]);
}

async function refuseUnpriced(tx: Database, all: readonly Span[], book: PriceBook): Promise<void> {
  const spans = all.filter(({ metric }) => needsContract(book, metric, null));
  if (spans.length === 0) return;
  const ids = [...new Set(spans.map(({ organizationId }) => organizationId))];
  const rows = await tx
    .select({ id: subscriptions.organizationId, contract: subscriptions.contract })
    .from(subscriptions)
    .where(inArray(subscriptions.organizationId, ids));
  const contracts = new Map(rows.map(({ id, contract }) => [id, contract]));
  const unpriced = spans.find(({ organizationId, metric }) => needsContract(book, metric, contracts.get(organizationId)));
  if (unpriced) throw new DomainError('price_by_contract', 'compute_size', withoutPrice(unpriced.metric));
}

/** Stops replicas, branches, larger compute and most add-ons. Running projects continue in the smallest size. */
export async function stopPaidResources(tx: Database, organizationId: number, atSeconds: number): Promise<void> {
  const projectRows = await tx
    .select({ id: projects.id, ref: projects.ref, isBranch: projects.isBranch, status: projects.status })
    .from(projects)
    .where(eq(projects.organizationId, organizationId));
  const kept = ['LOG_DRAIN', 'AUTH_MFA_PHONE', 'DISK_SIZE_GB_HOURS_GP3'] as const;
  await tx
    .update(resourceSpans)
    .set({ untilSeconds: sql`greatest(${resourceSpans.fromSeconds}, ${atSeconds}::bigint)` })
    .where(
      and(
        eq(resourceSpans.organizationId, organizationId),
        isNull(resourceSpans.untilSeconds),
        sql`(${notInArray(resourceSpans.metric, [...kept])} or ${resourceSpans.kind} <> 'primary')`,
      ),
    );
  await tx
    .delete(projectAddons)
    .where(and(eq(projectAddons.organizationId, organizationId), notInArray(projectAddons.type, [...REMOVED_BY_HAND])));
  await tx
    .update(projects)
    .set({ computeSize: 'nano' })
    .where(and(eq(projects.organizationId, organizationId), eq(projects.isBranch, false)));
  await tx
    .update(projects)
    .set({ status: 'INACTIVE' })
    .where(and(eq(projects.organizationId, organizationId), eq(projects.isBranch, true)));
  const compute = projectRows
    .filter(({ isBranch, status }) => !isBranch && !STOPPED.has(status))
    .map(({ id, ref }): Span => ({
      organizationId,
      projectId: id,
      metric: 'COMPUTE_HOURS_XS',
      kind: 'primary',
      resourceId: ref,
      fromSeconds: atSeconds,
    }));
  await startResources(tx, compute);
}
