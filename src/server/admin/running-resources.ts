import type { AdminShape } from '#contract/admin/admin-types.ts';
import type { PriceBook } from '#server/domain/book/price-book.ts';
import { needsContract, withoutPrice } from '#server/domain/rates.ts';
import { secondsOf, type Database } from '#server/database/database.ts';
import { requirePricesIn } from '#server/billing/price-books/prices-ahead.ts';
import { termsToPrice } from '#server/store/books/book-checks.ts';
import { PlatformError } from '#server/platform-error.ts';
import { isStopped, replicaSpans, spansOf, type Span } from '#server/store/resources.ts';
import {
  addonsOfProject,
  endSpans,
  insertSpans,
  openCycle,
  runningSpans,
  type ProjectRecord,
  type ReplicaRecord,
  type RunningSpan,
} from '#server/store/provisioning/projects.ts';
import { countReduction, type ResourceChange } from './by-effect/backdated-changes.ts';
import { ruleFailure } from './organization-terms.ts';

export interface ChangeTime {
  readonly requestedAt: number | undefined;
  readonly path: string;
  readonly nowSeconds: number;
}

/** @throws {PlatformError} 422 if the time is outside the open cycle, 409 if it is before the last change of the resource */
export async function timeOfChange(
  tx: Database,
  organizationId: number,
  changedAt: Date | null,
  { requestedAt, path, nowSeconds }: ChangeTime,
): Promise<number> {
  const { startSeconds } = await openCycle(tx, organizationId, nowSeconds);
  const atSeconds = requestedAt ?? nowSeconds;
  if (atSeconds > nowSeconds) throw ruleFailure(path, 'The time must not lie in the future');
  if (atSeconds < startSeconds) throw ruleFailure(path, `The time must be in the open cycle, which began at ${startSeconds}`);
  const last = changedAt && secondsOf(changedAt);
  if (last === null || atSeconds >= last) return atSeconds;
  const message = `It was last changed at ${last}; an earlier time is not possible`;
  throw new PlatformError('conflict', message, { fields: [{ path, message }] });
}

type Kind = Pick<Span, 'metric' | 'kind' | 'resourceId' | 'quantity'>;

const isSame = (span: RunningSpan, wanted: Kind): boolean =>
  span.metric === wanted.metric &&
  span.kind === wanted.kind &&
  span.resourceId === wanted.resourceId &&
  span.quantity === (wanted.quantity ?? 1);

/** Replaces running resources; unchanged resources continue. @throws {PlatformError} 403 if a backdated change lowers the bill too much */
async function runInstead(
  tx: Database,
  organizationId: number,
  running: readonly RunningSpan[],
  wanted: readonly Span[],
  change: ResourceChange,
): Promise<void> {
  const { atSeconds } = change;
  const begins = wanted.filter((span) => !running.some((one) => isSame(one, span)));
  const { book, contract, next } = await openCycle(tx, organizationId, atSeconds);
  const unpriced = begins.find(({ metric }) => needsContract(book, metric, contract));
  if (unpriced) {
    const countsLater = !needsContract(book, unpriced.metric, next.contract);
    throw ruleFailure('body.compute_size', withoutPrice(unpriced.metric, countsLater ? next.startSeconds : null));
  }
  await requireSizesAhead(tx, organizationId, begins, atSeconds);
  const ends = running.filter((span) => !wanted.some((one) => isSame(span, one)));
  await countReduction(tx, organizationId, { ended: ends, begun: begins }, change);
  await endSpans(
    tx,
    organizationId,
    ends.map(({ id }) => id),
    atSeconds,
  );
  await insertSpans(tx, begins);
}

/** Checks prices of new resources. @throws {DomainError} if a price book of later cycles has no price for a resource */
async function requireSizesAhead(tx: Database, organizationId: number, begins: readonly Span[], atSeconds: number): Promise<void> {
  if (begins.length === 0) return;
  const terms = await termsToPrice(tx, organizationId);
  if (terms.plans.every((plan) => plan === 'free')) return;
  const sizesWithout = (book: PriceBook) => begins.filter(({ metric }) => needsContract(book, metric, terms.contract));
  await requirePricesIn(tx, { fromSeconds: atSeconds, field: 'compute_size' }, (book) =>
    sizesWithout(book).map(({ metric }) => withoutPrice(metric)),
  );
}

export async function runProject(tx: Database, project: ProjectRecord, change: ResourceChange): Promise<void> {
  const { atSeconds } = change;
  const { id: projectId, organizationId, ref, status, computeSize: size, isBranch } = project;
  const running = await runningSpans(tx, project, ref);
  const disk = running.find(({ metric }) => metric === 'DISK_SIZE_GB_HOURS_GP3')?.quantity;
  const addons = (await addonsOfProject(tx, project)).map(({ variant }) => variant);
  const projectResources = {
    organizationId,
    projectId,
    ref,
    status,
    size,
    isBranch,
    addons,
    replicas: [],
    ...(disk === undefined ? {} : { diskGb: disk }),
  };
  await runInstead(tx, organizationId, running, project.removedAt ? [] : spansOf(projectResources, atSeconds), change);
}

/** The replica is billed to its project. */
export async function runReplica(tx: Database, replica: ReplicaRecord, change: ResourceChange): Promise<void> {
  const { atSeconds } = change;
  const { ref: id, projectId, organizationId, computeSize: size, status, removedAt } = replica;
  const running = await runningSpans(tx, { organizationId, id: projectId }, id);
  const wanted = removedAt || isStopped(status) ? [] : replicaSpans({ organizationId, projectId, id, size }, atSeconds);
  await runInstead(tx, organizationId, running, wanted, change);
}

type AdminProject = AdminShape<'AdminProject'>;

type ProjectParts = Pick<AdminProject, 'parent_ref' | 'metadata'>;

export const projectAnswer = (row: ProjectRecord, parts: ProjectParts & Pick<AdminProject, 'addons'>): AdminProject => ({
  ref: row.ref,
  name: row.name,
  status: row.status,
  compute_size: row.computeSize,
  engine: row.usesOriole ? 'oriole' : 'postgres',
  kind: row.isBranch ? 'branch' : 'primary',
  ...parts,
  created_at: secondsOf(row.createdAt),
});

export const replicaAnswer = (row: ReplicaRecord, parts: ProjectParts): AdminProject => ({
  ref: row.ref,
  name: row.name,
  status: row.status,
  compute_size: row.computeSize,
  engine: 'postgres',
  kind: 'replica',
  ...parts,
  addons: [],
  created_at: secondsOf(row.createdAt),
});
