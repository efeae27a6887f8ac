import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { operatorMetadata } from '#server/database/tables/organizations.ts';

export type Metadata = Readonly<Record<string, string>>;

interface MetadataSubject {
  readonly organizationId: number;
  readonly kind: typeof operatorMetadata.$inferSelect.kind;
  readonly subject: string;
}

/** @param columns the columns with their table names, because drizzle omits table names in single-table queries */
export const metadataColumn = (
  kind: MetadataSubject['kind'],
  columns: { readonly organization: SQL; readonly subject: SQL | SQLWrapper },
) =>
  sql<Metadata>`coalesce((select m."values" from operator_metadata m
    where m.organization_id = ${columns.organization} and m.kind = ${sql.raw(`'${kind}'`)} and m.subject = ${columns.subject}), '{}')`;

export async function metadataOfProjects(db: Database, organizationId: number): Promise<ReadonlyMap<string, Metadata>> {
  const { subject, values } = operatorMetadata;
  const rows = await db
    .select({ subject, values })
    .from(operatorMetadata)
    .where(and(eq(operatorMetadata.organizationId, organizationId), eq(operatorMetadata.kind, 'project')));
  return new Map(rows.map((row) => [row.subject, row.values]));
}

export async function metadataOfProject(db: Database, organizationId: number, ref: string): Promise<Metadata> {
  const [row] = await db
    .select({ values: operatorMetadata.values })
    .from(operatorMetadata)
    .where(isAbout({ organizationId, kind: 'project', subject: ref }));
  return row?.values ?? {};
}

const isAbout = ({ organizationId, kind, subject }: MetadataSubject) =>
  and(eq(operatorMetadata.organizationId, organizationId), eq(operatorMetadata.kind, kind), eq(operatorMetadata.subject, subject));

export async function putMetadata(tx: Database, about: MetadataSubject, values: Metadata | undefined): Promise<void> {
  if (values === undefined) return;
  if (Object.keys(values).length === 0) await tx.delete(operatorMetadata).where(isAbout(about));
  else
    await tx
      .insert(operatorMetadata)
      .values({ ...about, values })
      .onConflictDoUpdate({ target: [operatorMetadata.organizationId, operatorMetadata.kind, operatorMetadata.subject], set: { values } });
}
