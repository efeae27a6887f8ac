import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { startBuiltServer } from '#tests/support/built-server.ts';

/** A seeded Pro organization with one project and few sections. The benchmark adds more projects to it. */
export const slug = 'card-no-address';

const start = `(select extract(epoch from current_period_start)::bigint from subscriptions s where s.organization_id = o.id)`;

/** SQL that adds projects until the organization has this number. Each has compute and disk; every third also has an IPv4 address. */
export const statementsFor = (projects: number): readonly string[] => [
  `insert into projects (ref, organization_id, name, status, compute_size, created_at)
    select translate(substr(md5('${slug}/' || i), 1, 20), '0123456789', 'ghijklmnop'), o.id, 'project ' || i, 'ACTIVE_HEALTHY', 'micro', to_timestamp(${start})
    from organizations o, generate_series(1, ${projects - 1}) i where o.slug = '${slug}'`,
  `insert into resource_spans (organization_id, project_id, metric, kind, resource_id, quantity, from_seconds)
    select p.organization_id, p.id, m.metric, 'primary', p.ref, m.quantity, ${start}
    from projects p join organizations o on o.id = p.organization_id,
      (values ('COMPUTE_HOURS_XS', 1, 1), ('DISK_SIZE_GB_HOURS_GP3', 20, 1), ('IPV4', 1, 3)) m (metric, quantity, every)
    where o.slug = '${slug}' and p.name like 'project %' and p.id % m.every = 0`,
  'analyze',
];

export async function folderWith(projects: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-projects-'));
  const server = await startBuiltServer({ DATA_DIR: folder });
  await server.stop();
  const db = await PGlite.create({ dataDir: join(folder, 'db') });
  await db.exec(statementsFor(projects).join(';\n'));
  await db.close();
  return folder;
}
