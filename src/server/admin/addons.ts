import { findAddonVariant } from '#server/domain/addons.ts';
import { instantOf, type Database } from '#server/database/database.ts';
import { invalidRequest, notFound } from '#server/platform-error.ts';
import { addonsOfProject, deleteAddons, saveAddon, saveProject, type ProjectRecord } from '#server/store/provisioning/projects.ts';
import type { AdminHandler } from './admin-handler.ts';
import type { ResourceChange } from './by-effect/backdated-changes.ts';
import { lockOpenOrganization } from './organizations.ts';
import { findNamed } from './projects.ts';
import { runProject, timeOfChange } from './running-resources.ts';

/** @throws {PlatformError} 404, also for a replica, which cannot have add-ons */
async function requireProject(tx: Database, organizationId: number, ref: string): Promise<ProjectRecord> {
  const named = await findNamed(tx, organizationId, ref);
  if (!named || !('project' in named) || named.project.removedAt) throw notFound('Project');
  return named.project;
}

async function runFrom(tx: Database, before: ProjectRecord, change: ResourceChange): Promise<void> {
  const { id: _, ...project } = before;
  await runProject(tx, await saveProject(tx, { ...project, changedAt: instantOf(change.atSeconds) }), change);
}

export const putAddon: AdminHandler<'putAddon'> = async ({ params: { slug, ref, type }, body: { variant, at } }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    if (findAddonVariant(variant)?.type !== type) throw invalidRequest([{ path: 'body.variant', message: `is not a variant of ${type}` }]);
    const { id: organizationId } = await lockOpenOrganization(tx, slug);
    const project = await requireProject(tx, organizationId, ref);
    const before = (await addonsOfProject(tx, project)).find((one) => one.type === type);
    if (before?.variant === variant) return { data: { type, variant }, isNew: false };
    const atSeconds = await timeOfChange(tx, organizationId, project.changedAt, { requestedAt: at, path: 'body.at', nowSeconds });
    await saveAddon(tx, { organizationId, projectId: project.id, type, variant });
    await runFrom(tx, project, { keyId: key.id, atSeconds, nowSeconds, path: 'body.at' });
    return { data: { type, variant }, isNew: before === undefined };
  });

export const deleteAddon: AdminHandler<'deleteAddon'> = async ({ params: { slug, ref, type }, query }, { db, key, nowSeconds }) =>
  db.transaction(async (tx) => {
    const { id: organizationId } = await lockOpenOrganization(tx, slug);
    const project = await requireProject(tx, organizationId, ref);
    const before = (await addonsOfProject(tx, project)).find((one) => one.type === type);
    if (!before) throw notFound('Add-on');
    const atSeconds = await timeOfChange(tx, organizationId, project.changedAt, { requestedAt: query.at, path: 'query.at', nowSeconds });
    await deleteAddons(tx, project, type);
    await runFrom(tx, project, { keyId: key.id, atSeconds, nowSeconds, path: 'query.at' });
    return {};
  });
