import { eq } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { organizations } from '#server/database/tables/organizations.ts';
import { scriptedFaults } from '#server/database/tables/platform.ts';

export interface Fault {
  readonly delayMs: number;
  readonly message: string | null;
}

export async function readFaults(db: Database): Promise<Map<string, Fault>> {
  const rows = await db
    .select({ slug: organizations.slug, delayMs: scriptedFaults.delayMs, message: scriptedFaults.message })
    .from(scriptedFaults)
    .innerJoin(organizations, eq(organizations.id, scriptedFaults.organizationId));
  return new Map(rows.map(({ slug, ...fault }) => [slug, fault]));
}
