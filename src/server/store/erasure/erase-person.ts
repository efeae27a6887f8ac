import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Database } from '#server/database/database.ts';
import { isSameEmail } from '#server/store/logins.ts';
import { addWork } from '#server/store/outbox.ts';
import { endAfterCreatorLeft } from '#server/store/tokens/organization-tokens.ts';
import { beginErasing, recordErasure, type ErasedPlaces, type ErasureTerms, type KeptData } from './erasing.ts';

export const keptOfPersons: readonly KeptData[] = [
  { what: 'invoices, credit notes and the ledger', why: 'Tax law: the books stay for ten years after the organization is closed.' },
  { what: 'reasons that staff gave for moving money', why: 'They are vouchers of the books.' },
  { what: 'owners of keys of the admin API', why: 'Staff are responsible for a key; after its revocation, only the audit log names them.' },
];

interface Person {
  readonly id: number;
  readonly email: string;
  readonly names: readonly string[];
}

/** Null if there is no such member, or if the member is erased. */
export async function findPerson(db: Database, email: string): Promise<number | null> {
  const [row] = rowsOf<{ id: number }>(
    await db.execute(sql`select id from members where ${isSameEmail(sql`primary_email`, email)} and erased_at is null order by id limit 1`),
  );
  return row?.id ?? null;
}

async function readPerson(tx: Database, id: number): Promise<Person | null> {
  const [row] = rowsOf<{ email: string; names: string[] }>(
    await tx.execute(sql`
      select primary_email as email, array(
        select distinct name from (
          select unnest(array[handle, username]) as name
          union all select username from audit_entries where member_id = members.id
          union all select data ->> 'username' from platform_events where type = 'member.changed' and lower(data ->> 'email') = lower(primary_email)
        ) known where name is not null) as names
      from members where id = ${id}::integer and erased_at is null for update`),
  );
  return row ? { id, ...row } : null;
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const inJson = (text: string): string => literal(JSON.stringify(text).slice(1, -1));

/** Returns SQL that replaces the person in texts: the address anywhere, a name only as the whole value of a name field. */
function withoutPerson({ email, names }: Person, tombstone: Tombstone) {
  // Does not match a part of a longer address. A JSON escape such as `\n` may precede the address; its letter is not part of the address.
  const address = String.raw`(?:(?<=\\[bfnrt])|(?<![\w.%+-]))${inJson(email)}(?![\w-]|\.\w)`;
  const fields = `("(?:username|by|actor)": ?)"(?:${names.map(inJson).join('|')})"`;
  const named = (column: string): SQL => sql`${sql.raw(column)}::text`;
  const clean = (column: string): SQL =>
    sql`regexp_replace(regexp_replace(${named(column)}, ${address}, ${tombstone.email}, 'gi'), ${fields}, ${String.raw`\1"${tombstone.name}"`}, 'gi')`;
  return {
    isIn: (column: string): SQL => sql`(${named(column)} ~* ${address} or ${named(column)} ~* ${fields})`,
    text: clean,
    json: (column: string): SQL => sql`${clean(column)}::jsonb`,
  };
}

const memberTables = ['sessions', 'member_logins', 'memberships', 'feedback'];

const addressTables = ['notice_addresses', 'recipient_addresses', 'confirmation_links'];

interface Tombstone {
  readonly email: string;
  readonly name: string;
}

const tombstoneOf = (id: number): Tombstone => ({ email: `erased-${id}@erased.invalid`, name: `erased-${id}` });

/** Erases a member; audit entries and events remain without the person's data. @returns changed rows per table; null if erased before */
export async function erasePerson(tx: Database, memberId: number, terms: ErasureTerms): Promise<ErasedPlaces | null> {
  const erasing = await beginErasing(tx);
  const person = await readPerson(tx, memberId);
  if (!person) return null;
  const { id, email } = person;
  const gone = tombstoneOf(id);
  const { isIn, text, json } = withoutPerson(person, gone);
  const step = (table: string, statement: SQL) => erasing.step(table, statement);
  const isAddress = (column: string): SQL => isSameEmail(sql.raw(column), email);
  const organizations = await organizationsOf(tx, person);

  // Updates the member first. Triggers insert rows during the erasure, and these rows then contain the placeholder name.
  await step(
    'members',
    sql`update members set handle = ${gone.name}, username = ${gone.name}, primary_email = ${gone.email}, erased_at = ${terms.now.toISOString()}::timestamptz where id = ${id}::integer`,
  );
  for (const table of memberTables) await step(table, sql`delete from ${sql.raw(table)} where member_id = ${id}::integer`);
  await eraseTokens(step, id, terms, { isIn, text });
  await eraseProposals(step, id, terms, { isIn, text });
  await step('feedback', sql`update feedback set answers = ${json('answers')} where ${isIn('answers')}`);

  await eraseRecipient(tx, step, isAddress);
  for (const table of addressTables) await step(table, sql`delete from ${sql.raw(table)} where ${isAddress('address')}`);
  await step(
    'notice_deliveries',
    sql`update notice_deliveries set address = ${gone.email}, state = case state when 'queued' then 'withdrawn' else state end where ${isAddress('address')}`,
  );
  await step('notices', sql`update notices set facts = ${json('facts')} where ${isIn('facts')}`);
  // Searches for the names too, because emails of the embedded mode contain names within sentences.
  const words = person.names.map(
    (name) => sql`or subject || headers::text || text || html ilike ${`%${name.replace(/[\\%_]/g, '\\$&')}%`}`,
  );
  await step(
    'postbox_messages',
    sql`delete from postbox_messages where ${isAddress('recipient')} or ${isIn('(subject || headers::text || text || html)')} ${sql.join(words, sql` `)}`,
  );

  await step(
    'platform_events',
    sql`
    update platform_events set data = data || jsonb_build_object('email', ${gone.email}::text, 'username', ${gone.name}::text)
    where type = 'member.changed' and lower(data ->> 'email') = lower(${email})`,
  );
  await step('platform_events', sql`update platform_events set data = ${json('data')} where ${isIn('data')}`);
  await step('webhook_deliveries', sql`update webhook_deliveries set last_answer = ${text('last_answer')} where ${isIn('last_answer')}`);
  await step('idempotency_keys', sql`update idempotency_keys set response = ${text('response')} where ${isIn('response')}`);

  await step(
    'audit_entries',
    sql`update audit_entries set username = ${gone.name}, caller_request_id = null where member_id = ${id}::integer`,
  );
  await step('audit_entries', sql`update audit_entries set subject = ${gone.email} where ${isAddress('subject')}`);
  await step(
    'audit_entries',
    sql`update audit_entries set before = ${json('before')}, after = ${json('after')} where ${isIn('before')} or ${isIn('after')}`,
  );
  for (const organizationId of organizations) await recordErasure(tx, organizationId, { ...terms, subject: gone.name });
  return erasing.places();
}

/** Ends the tokens within 30 days, and removes the person from the names of all tokens. */
async function eraseTokens(
  step: (table: string, statement: SQL) => Promise<void>,
  id: number,
  { now }: ErasureTerms,
  { isIn, text }: Pick<ReturnType<typeof withoutPerson>, 'isIn' | 'text'>,
): Promise<void> {
  const leaves = sql`${now.toISOString()}::timestamptz`;
  await step(
    'organization_tokens',
    sql`
    update organization_tokens set creator_left_at = ${leaves},
      ends_at = least(ends_at, ${endAfterCreatorLeft(now).toISOString()}::timestamptz)
    where created_by = ${id}::integer and creator_left_at is null and ends_at > ${leaves}`,
  );
  await step('organization_tokens', sql`update organization_tokens set name = ${text('name')} where ${isIn('name')}`);
}

/** Ends the person's proposals, removes their reasons, and removes the person from the reasons of all proposals. */
async function eraseProposals(
  step: (table: string, statement: SQL) => Promise<void>,
  id: number,
  { now }: ErasureTerms,
  { isIn, text }: Pick<ReturnType<typeof withoutPerson>, 'isIn' | 'text'>,
): Promise<void> {
  await step(
    'proposals',
    sql`
    update proposals set reason = 'erased', ends_at = least(ends_at, ${now.toISOString()}::timestamptz)
    where member_id = ${id}::integer and reason <> 'erased'`,
  );
  await step('proposals', sql`update proposals set reason = ${text('reason')} where ${isIn('reason')}`);
}

/** Includes former organizations, in order of their IDs. */
async function organizationsOf(tx: Database, { id, email }: Person): Promise<number[]> {
  const rows = rowsOf<{ id: number }>(
    await tx.execute(sql`
      select id from organizations where id in (
        select organization_id from memberships where member_id = ${id}::integer
        union select organization_id from audit_entries where member_id = ${id}::integer or (what = 'member' and lower(subject) = lower(${email}))
        union select organization_id from platform_events where type = 'member.changed' and lower(data ->> 'email') = lower(${email}))
      order by id for no key update`),
  );
  return rows.map((row) => row.id);
}

/** Removes the person from email recipients, also at the gateway. */
async function eraseRecipient(
  tx: Database,
  step: (table: string, statement: SQL) => Promise<void>,
  isAddress: (column: string) => SQL,
): Promise<void> {
  const without = (column: string): SQL =>
    sql`array(select address from unnest(${sql.raw(column)}) address where not ${isAddress('address')})`;
  const has = (column: string): SQL => sql`exists (select from unnest(${sql.raw(column)}) address where ${isAddress('address')})`;
  const organizationRows = rowsOf<{ id: number }>(
    await tx.execute(sql`select id from organizations where ${isAddress('billing_email')} order by id`),
  );
  await step(
    'organizations',
    sql`
    update organizations set billing_email = case when ${isAddress('billing_email')} then null else billing_email end,
      additional_billing_emails = ${without('additional_billing_emails')}
    where ${isAddress('billing_email')} or ${has('additional_billing_emails')}`,
  );
  for (const { id } of organizationRows) await addWork(tx, { organizationId: id, kind: 'sync_customer', subject: String(id) });
  await step('budgets', sql`update budgets set recipients = nullif(${without('recipients')}, '{}') where ${has('recipients')}`);
}
