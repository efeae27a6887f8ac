import type { AdminShape } from '#contract/admin/admin-types.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { invalidRequest, notFound, PlatformError } from '#server/platform-error.ts';
import {
  addonsOfProject,
  deleteAddons,
  endSpans,
  projectByRef,
  projectsToShow,
  refOfProject,
  removeReplicas,
  replicaByRef,
  runningSpans,
  saveProject,
  saveReplica,
  type ProjectRecord,
  type ReplicaRecord,
} from '#server/store/provisioning/projects.ts';
import type { AdminHandler } from './admin-handler.ts';
import { countReduction } from './by-effect/backdated-changes.ts';
import { metadataOfProject, metadataOfProjects, putMetadata } from '#server/store/provisioning/operator-metadata.ts';
import { pageOfAll } from './lists/list-page.ts';
import { requirePrinted, ruleFailure } from './organization-terms.ts';
import { lockOpenOrganization, requireOrganization } from './organizations.ts';
import { projectAnswer, replicaAnswer, runProject, runReplica, timeOfChange, type ChangeTime } from './running-resources.ts';

type ProjectInput = AdminShape<'ProjectInput'>;
type AdminProject = AdminShape<'AdminProject'>;

export async function findNamed(
  db: Database,
  organizationId: number,
  ref: string,
): Promise<{ project: ProjectRecord } | { replica: ReplicaRecord } | null> {
  const project = await projectByRef(db, ref);
  if (project) return project.organizationId === organizationId ? { project } : null;
  const replica = await replicaByRef(db, ref);
  return replica && replica.organizationId === organizationId ? { replica } : null;
}

async function shownProject(db: Database, organizationId: number, ref: string): Promise<AdminProject> {
  const named = await findNamed(db, organizationId, ref);
  const metadata = await metadataOfProject(db, organizationId, ref);
  if (named && 'project' in named && !named.project.removedAt) {
    const { project } = named;
    const parentRef = project.parentId === null ? null : await refOfProject(db, { organizationId, id: project.parentId });
    return projectAnswer(project, { parent_ref: parentRef, metadata, addons: await addonsOfProject(db, project) });
  }
  if (named && 'replica' in named && !named.replica.removedAt)
    return replicaAnswer(named.replica, {
      parent_ref: await refOfProject(db, { organizationId, id: named.replica.projectId }),
      metadata,
    });
  throw notFound('Project');
}

export const getProject: AdminHandler<'getProject'> = async ({ params }, { db }) => {
  const { id } = await requireOrganization(db, params.slug);
  return { data: await shownProject(db, id, params.ref) };
};

export const listProjects: AdminHandler<'listProjects'> = async ({ params, query }, { db }) => {
  const { id } = await requireOrganization(db, params.slug);
  const { projects, replicas, addons } = await projectsToShow(db, id);
  const refs = new Map(projects.map((row) => [row.id, row.ref]));
  const refOf = (parentId: number | null): string | null => (parentId === null ? null : (refs.get(parentId) ?? null));
  const metadata = await metadataOfProjects(db, id);
  const partsOf = (ref: string, parentId: number | null) => ({ parent_ref: refOf(parentId), metadata: metadata.get(ref) ?? {} });
  const projectAnswers = projects.map((row) =>
    projectAnswer(row, {
      ...partsOf(row.ref, row.parentId),
      addons: addons.flatMap(({ projectId, type, variant }) => (projectId === row.id ? [{ type, variant }] : [])),
    }),
  );
  const all = [...projectAnswers, ...replicas.map((row) => replicaAnswer(row, partsOf(row.ref, row.projectId)))];
  const { rows, next_cursor } = pageOfAll(all, query, ({ created_at: order, ref: id }) => ({ order, id }));
  return { data: { projects: [...rows], next_cursor } };
};

async function parentOf(tx: Database, organizationId: number, ref: string): Promise<ProjectRecord> {
  const parent = await projectByRef(tx, ref);
  if (!parent || parent.organizationId !== organizationId || parent.removedAt || parent.isBranch)
    throw ruleFailure('body.parent_ref', 'The parent must be a project of this organization and not a branch');
  return parent;
}

const conflict = (path: string, message: string): PlatformError => new PlatformError('conflict', message, { fields: [{ path, message }] });

function refuseOtherNature(before: AdminProject, { kind, parent_ref: parentRef }: ProjectInput): void {
  if (kind !== undefined && kind !== before.kind) throw conflict('body.kind', `This is a ${before.kind}, which can't be changed`);
  if (parentRef !== undefined && parentRef !== before.parent_ref) throw conflict('body.parent_ref', 'The project has another parent');
}

const isUnchanged = (before: AdminProject, { name, status, compute_size: size, engine }: ProjectInput): boolean =>
  name === before.name &&
  (status ?? before.status) === before.status &&
  (size ?? before.compute_size) === before.compute_size &&
  (engine ?? before.engine) === before.engine;

export const putProject: AdminHandler<'putProject'> = async ({ params: { slug, ref }, body }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    const { id: organizationId } = await lockOpenOrganization(tx, slug);
    const named = await findNamed(tx, organizationId, ref);
    if (!named && ((await projectByRef(tx, ref)) || (await replicaByRef(tx, ref))))
      throw conflict('params.ref', 'The reference belongs to a project of another organization');
    await putMetadata(tx, { organizationId, kind: 'project', subject: ref }, body.metadata);
    const row = named && ('project' in named ? named.project : named.replica);
    const before = row && !row.removedAt ? await shownProject(tx, organizationId, ref) : null;
    if (before) refuseOtherNature(before, body);
    if (before && isUnchanged(before, body)) return { data: before, isNew: false };
    requirePrinted([['body.name', body.name]], [before?.name]);
    const time: ChangeTime = { requestedAt: body.at, path: 'body.at', nowSeconds };
    const atSeconds = await timeOfChange(tx, organizationId, row?.changedAt ?? null, time);
    const change = { keyId: key.id, atSeconds, nowSeconds, path: time.path };
    const kind = before?.kind ?? body.kind ?? (body.parent_ref ? 'branch' : 'primary');
    if (row && (kind === 'replica') !== 'projectId' in row) throw conflict('body.kind', 'The reference was used for something else before');
    const values = {
      ref,
      organizationId,
      name: body.name,
      status: body.status ?? before?.status ?? 'ACTIVE_HEALTHY',
      computeSize: body.compute_size ?? before?.compute_size ?? 'micro',
      createdAt: instantOf(atSeconds),
      changedAt: instantOf(atSeconds),
      removedAt: null,
    };
    const parentRef = before?.parent_ref ?? body.parent_ref ?? null;
    const parent = parentRef === null ? null : await parentOf(tx, organizationId, parentRef);
    if (kind === 'primary' && parent) throw invalidRequest([{ path: 'body.parent_ref', message: 'is for branches and replicas' }]);
    if (kind === 'replica') {
      if (!parent) throw invalidRequest([{ path: 'body.parent_ref', message: 'is required for a replica' }]);
      await runReplica(tx, await saveReplica(tx, { ...values, projectId: parent.id }), change);
    } else {
      const usesOriole = (body.engine ?? before?.engine ?? 'postgres') === 'oriole';
      const saved = await saveProject(tx, { ...values, isBranch: kind === 'branch', parentId: parent?.id ?? null, usesOriole });
      await runProject(tx, saved, change);
    }
    return { data: await shownProject(tx, organizationId, ref), isNew: before === null };
  });

export const deleteProject: AdminHandler<'deleteProject'> = async ({ params: { slug, ref }, query }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    const { id: organizationId } = await lockOpenOrganization(tx, slug);
    const named = await findNamed(tx, organizationId, ref);
    if (!named) throw notFound('Project');
    const row = 'project' in named ? named.project : named.replica;
    if (row.removedAt) return {};
    const atSeconds = await timeOfChange(tx, organizationId, row.changedAt, { requestedAt: query.at, path: 'query.at', nowSeconds });
    const change = { keyId: key.id, atSeconds, nowSeconds, path: 'query.at' };
    const gone = { status: 'REMOVED' as const, removedAt: instantOf(nowSeconds), changedAt: instantOf(atSeconds) };
    if ('replica' in named) {
      await runReplica(tx, await saveReplica(tx, { ...named.replica, ...gone }), change);
      return {};
    }
    const { id: _, ...project } = named.project;
    const saved = await saveProject(tx, { ...project, ...gone });
    const running = await runningSpans(tx, saved);
    await countReduction(tx, organizationId, { ended: running, begun: [] }, change);
    await endSpans(
      tx,
      organizationId,
      running.map(({ id }) => id),
      atSeconds,
    );
    await deleteAddons(tx, saved);
    await removeReplicas(tx, organizationId, [saved.id], instantOf(nowSeconds));
    return {};
  });
