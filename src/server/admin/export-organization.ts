import { instantOf, type Database } from '#server/database/database.ts';
import { PlatformError } from '#server/platform-error.ts';
import { recordDataAct } from '#server/store/erasure/erasing.ts';
import type { AdminHandler } from './admin-handler.ts';
import { requireOrganization } from './organizations.ts';

/** Databases with a running export. A process runs one export at a time, because each export holds a database connection. */
const exporting = new WeakSet<Database>();

const retrySeconds = 10;

/** Loaded on demand, because the module includes fonts and text shaping that no other call needs. */
const documents = () => import('#server/documents/organization-export.ts');

export const exportOrganization: AdminHandler<'exportOrganization'> = async ({ params: { slug } }, { db, nowSeconds }) => {
  const { id, name } = await requireOrganization(db, slug);
  const { organizationExport } = await documents();
  if (exporting.has(db))
    throw new PlatformError('too_many_requests', 'Another export is being made in this process. Try again when it has ended.', {
      headers: { 'Retry-After': String(retrySeconds) },
    });
  exporting.add(db);
  const end = (): void => void exporting.delete(db);
  try {
    await db.transaction((tx) => recordDataAct(tx, id, { what: 'export', subject: slug, at: instantOf(nowSeconds), after: {} }));
  } catch (error) {
    end();
    throw error;
  }
  const body = (): ReadableStream<Uint8Array> => organizationExport(db, { id, slug, name }, end);
  return { file: { name: `${slug}-export.zip`, disposition: 'attachment', body } };
};
