import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';
import { everyTable } from '#server/store/retention/lasting-tables.ts';
import { tableWords } from './table-messages.ts';

/** SQL conditions that select the rows of an organization in tables without `organization_id`. The alias of the table is `one`. */
const rowsThroughOthers: Readonly<Record<string, (organizationId: number) => SQL>> = {
  organizations: (id) => sql`one.id = ${id}::integer`,
  members: (id) => sql`one.id in (select member_id from memberships where organization_id = ${id}::integer)`,
  postbox_messages: (id) => sql`one.organization = (select slug from organizations where id = ${id}::integer)`,
  postbox_attachments: (id) => sql`one.message_id in (
    select message.id from postbox_messages message join organizations on organization = slug where organizations.id = ${id}::integer)`,
};

const ofPlatform = 'it is about the platform itself';
const ofPerson = 'sign-in data belongs to the person, not to an organization';

export const unexportedTables: Readonly<Record<string, string>> = {
  sessions: ofPerson,
  member_logins: ofPerson,
  gateway_events: 'they name objects of the gateway and no organization, and are deleted after 30 days',
  admin_requests: "responses to the operator are encrypted: only the sender's key decrypts them",
  rate_limits: 'counters of requests, which are deleted after a day',
  webhook_endpoints: "they are the operator's own programs",
  api_keys: ofPlatform,
  approval_limits: ofPlatform,
  platform_approvals: ofPlatform,
  platform_audit: ofPlatform,
  platform_emails: 'they go to owners of keys and not to an organization',
  staff_sessions: ofPerson,
  price_books: ofPlatform,
  settings: ofPlatform,
  gateway_instance: ofPlatform,
  processes: ofPlatform,
  state_steps: ofPlatform,
  schema_migrations: ofPlatform,
};

/** Columns that are not exported: they contain secrets, or another file of the export contains their data. */
const columnsLeftOut: Readonly<Record<string, readonly string[]>> = {
  captcha_tokens: ['token_hash', 'key'],
  confirmation_links: ['token_hash'],
  customers: ['key'],
  idempotency_keys: ['key', 'body_hash'],
  organization_tokens: ['token_hash', 'request_hash'],
  payments: ['key', 'secret', 'session_id'],
  postbox_attachments: ['content'],
};

export interface ExportedTable {
  readonly name: string;
  readonly words: string;
  readonly columns: readonly string[];
  readonly leftOut: readonly string[];
  readonly key: readonly string[];
  readonly isOf: (organizationId: number) => SQL;
}

interface CatalogTable {
  readonly name: string;
  readonly columns: string[];
  readonly key: string[];
}

async function catalogOf(db: Database): Promise<CatalogTable[]> {
  const columns = (which: string): SQL =>
    sql.raw(`coalesce((select json_agg(attname order by ${which}) from pg_attribute
      where attrelid = t.oid and attnum > 0 and not attisdropped ${which === 'attnum' ? '' : 'and attnum = any(i.indkey)'}), '[]')`);
  const found = await db.execute(sql`
    select t.relname as name, ${columns('attnum')} as columns, ${columns('array_position(i.indkey::int2[], attnum)')} as key
    from pg_class t left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition order by 1`);
  return rowsOf<CatalogTable>(found);
}

const byColumn = (organizationId: number): SQL => sql`one.organization_id = ${organizationId}::integer`;

/** @throws if a table is in no retention list, or has no row condition or no description */
export async function exportedTables(db: Database): Promise<ExportedTable[]> {
  const catalog = await catalogOf(db);
  const faults: string[] = catalog.flatMap(({ name }) => (everyTable.includes(name) ? [] : [`${name} is in no list of retention`]));
  const tables = catalog.flatMap(({ name, columns, key }): ExportedTable[] => {
    if (name in unexportedTables || !everyTable.includes(name)) return [];
    const isOf = rowsThroughOthers[name] ?? (columns.includes('organization_id') ? byColumn : undefined);
    const words = tableWords[name];
    if (!isOf) faults.push(`${name} does not say whose its rows are`);
    if (words === undefined) faults.push(`${name} has no words`);
    if (!isOf || words === undefined) return [];
    const leftOut = columnsLeftOut[name] ?? [];
    return [{ name, words, columns: columns.filter((column) => !leftOut.includes(column)), leftOut, key, isOf }];
  });
  if (faults.length > 0) throw new Error(`An export would be incomplete: ${faults.join('; ')}`);
  return tables;
}
