import type { Shape } from '#contract/types.ts';
import { ADDON_VARIANTS, findAddonVariant } from '#server/domain/addons.ts';
import { billedCompute, computeOfMetric, type ComputeSize } from '#server/domain/compute.ts';
import { DomainError } from '#server/domain/errors.ts';
import { findMetric, isPooled, type UsageMetric } from '#server/domain/metrics.ts';
import type { RunningResource } from '#server/domain/usage.ts';
import type { ResourceChange } from '#server/domain/price-tag/usage-change.ts';
import { replicaSpans, type Span, spansOf } from '#server/store/resources.ts';

export type PriceTagRequest = Shape<'PriceTagRequest'>;
type Item = PriceTagRequest['item'];
type Field = 'compute_size' | 'project_ref' | 'add_on' | 'metric' | 'quantity';

const fieldsOf: Readonly<Record<Item, readonly Field[]>> = {
  project: ['compute_size'],
  branch: [],
  replica: ['project_ref', 'compute_size'],
  compute_size: ['project_ref', 'compute_size'],
  add_on: ['project_ref', 'add_on'],
  usage: ['metric', 'quantity'],
};
const allFields = [...new Set(Object.values(fieldsOf).flat())];

export function refuseField(field: string, message: string): never {
  throw new DomainError('not_priced', field, message);
}

/** Placeholder ref of a resource that does not exist yet. It cannot be the ref of a project, because project refs have 20 letters. */
const NEW = 'new';

const toResources = (spans: readonly Span[], projectRef: string): RunningResource[] =>
  spans.map(({ metric, kind, resourceId, quantity }) => ({ projectRef, metric, kind, resourceId, quantity: quantity ?? 1 }));

/** Placeholder IDs for unsaved rows. Only the metrics and levels of these rows are read. */
const unsaved = { organizationId: 0, projectId: 0 } as const;

function offeredSize(size: ComputeSize): { size: ComputeSize; metric: UsageMetric } {
  const compute = billedCompute(size);
  return compute ? { size, metric: compute.metric } : refuseField('compute_size', 'is not offered on paid plans');
}

const newProject = (size: ComputeSize, isBranch: boolean): RunningResource[] =>
  toResources(spansOf({ ...unsaved, ref: NEW, status: 'ACTIVE_HEALTHY', size, isBranch, addons: [], replicas: [] }, 0), NEW);

function computeOf(running: readonly RunningResource[], ref: string): RunningResource {
  const compute = running.find(({ projectRef, resourceId, metric }) => resourceId === ref && projectRef === ref && computeOfMetric(metric));
  return compute ?? refuseField('project_ref', 'must be a running project and not a branch');
}

function newReplica(running: readonly RunningResource[], ref: string, size: ComputeSize): RunningResource[] {
  computeOf(running, ref);
  const disk = running.find(({ resourceId, metric }) => resourceId === ref && metric === 'DISK_SIZE_GB_HOURS_GP3');
  const replica = { ...unsaved, id: `${ref}:${NEW}`, size, ...(disk ? { diskGb: disk.quantity } : {}) };
  return toResources(replicaSpans(replica, 0), ref);
}

function otherSize(running: readonly RunningResource[], ref: string, size: ComputeSize): ResourceChange {
  const compute = computeOf(running, ref);
  const { metric } = offeredSize(size);
  return metric === compute.metric ? { starts: [], stops: [] } : { starts: [{ ...compute, metric }], stops: [compute] };
}

/** The new add-on replaces a running variant of the same type. */
function newAddon(running: readonly RunningResource[], ref: string, identifier: string): ResourceChange {
  const variant = findAddonVariant(identifier);
  if (!variant) return refuseField('add_on', 'is not an add-on variant');
  if (variant.size) return otherSize(running, ref, variant.size);
  const ofType = new Set(ADDON_VARIANTS.filter(({ type }) => type === variant.type).map(({ metric }) => metric));
  const before = running.filter(({ resourceId, metric }) => resourceId === ref && ofType.has(metric));
  if (before.some(({ metric }) => metric === variant.metric)) return { starts: [], stops: [] };
  const resource = { projectRef: ref, resourceId: ref, metric: variant.metric, kind: 'primary' as const, quantity: 1 };
  return { starts: [resource], stops: before };
}

function newUsage(name: string, quantity: number): RunningResource[] {
  const rules = findMetric(name) ?? refuseField('metric', 'is not a metric');
  if (!isPooled(rules)) return refuseField('metric', 'is charged by the hour: ask for a project, a replica, a size or an add-on');
  return [{ projectRef: NEW, resourceId: NEW, metric: rules.metric, kind: 'primary', quantity }];
}

/** @throws {DomainError} naming a field that is missing, unexpected or invalid */
export function resourcesOfItem(request: PriceTagRequest, running: readonly RunningResource[]): ResourceChange {
  const { item } = request;
  const takes = fieldsOf[item];
  for (const field of allFields) {
    if (takes.includes(field) && request[field] === undefined) refuseField(field, `is required for the item ${item}`);
    if (!takes.includes(field) && request[field] !== undefined) refuseField(field, `is not accepted for the item ${item}`);
  }
  const { compute_size: size = 'micro', project_ref: ref = '', add_on: addOn = '', metric = '', quantity = 0 } = request;
  if (item === 'add_on') return newAddon(running, ref, addOn);
  if (item === 'compute_size') return otherSize(running, ref, size);
  if (item === 'replica') return { starts: newReplica(running, ref, offeredSize(size).size), stops: [] };
  if (item === 'usage') return { starts: newUsage(metric, quantity), stops: [] };
  return { starts: newProject(offeredSize(size).size, item === 'branch'), stops: [] };
}
