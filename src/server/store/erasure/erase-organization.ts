import { sql, type SQL } from 'drizzle-orm';
import { stepFromDate } from '#lib/dates/calendar.ts';
import { rowsOf, type Database } from '#server/database/database.ts';
import { addWork } from '#server/store/outbox.ts';
import { beginErasing, recordErasure, type ErasedPlaces, type ErasureTerms, type KeptData } from './erasing.ts';
import { erasePerson } from './erase-person.ts';

export const keptOfOrganizations: readonly KeptData[] = [
  {
    what: 'invoices with their bill-to and lines, credit notes and the ledger',
    why: 'Tax law: ten years after the organization is closed.',
  },
  { what: 'reasons that staff gave for moving money', why: 'They are vouchers of the books.' },
  { what: 'its slug and the id that the operator gave it', why: "The books and the operator's own systems refer to these." },
];

const erasedName = 'Erased organization';

/**
 * Returns why the organization cannot be erased: it is not closed, it still accepts late usage, or it has unsettled money. Returns null if
 * it can be erased.
 */
export async function whyUnsettled(
  db: Database,
  organizationId: number,
  now: Date,
  lateUsageDays: number,
): Promise<'open' | 'late_usage' | 'money' | null> {
  const lastClose = stepFromDate(now, { days: -lateUsageDays }).toISOString();
  const ownRows = sql`organization_id = ${organizationId}::integer`;
  const [row] = rowsOf<{ open: boolean; late: boolean; money: boolean }>(
    await db.execute(sql`
      select closed_at is null as open, closed_at > ${lastClose}::timestamptz as late,
        exists (select from invoices where ${ownRows} and (status = 'draft' or (status in ('open', 'issued') and amount_due_cents > 0)))
        or exists (select from payments where ${ownRows} and state in ('sending', 'requires_action', 'requires_method', 'processing'))
        or exists (select from refunds where ${ownRows} and state = 'pending')
        or exists (select from disputes where ${ownRows} and state = 'open')
        or exists (select from outbox where ${ownRows} and kind in ('refund', 'unknown_payment') and state <> 'done')
        or exists (select from late_invoices where ${ownRows} and state = 'announced')
        or exists (select from approvals where ${ownRows} and state = 'pending') as money
      from organizations where id = ${organizationId}::integer`),
  );
  if (!row || row.open) return 'open';
  if (row.late) return 'late_usage';
  return row.money ? 'money' : null;
}

/** The caller must check that late usage is no longer accepted. */
export const isSettled = async (db: Database, organizationId: number, now: Date): Promise<boolean> =>
  (await whyUnsettled(db, organizationId, now, 0)) === null;

const personalFields = [
  'name',
  'billing_email',
  'additional_billing_emails',
  'billing_name',
  'line1',
  'line2',
  'city',
  'state',
  'postal_code',
  'country',
  'tax_id_type',
  'tax_id_value',
  'tax_id_country',
  'po_number',
  'buyer_reference',
  'next_po_number',
  'next_buyer_reference',
  'brand',
  'last4',
  'recipients',
  'values',
  'email',
  'username',
  'to',
];

/** Returns the fields to erase. `state` is part of an address only in billing details; elsewhere `state` is a status. */
const fieldsOf = (isDetails: boolean): string[] => personalFields.filter((field) => field !== 'state' || isDetails);

const list = (values: readonly string[]): SQL =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;

const tombstone = 'erased';
/** The erasure replaces the values of these fields by a valid placeholder address. */
const addressFields = ['billing_email', 'email', 'to'];
const addressTombstone = 'erased@erased.invalid';

const withoutFields = (column: string, fields: readonly string[]): SQL =>
  sql`${sql.raw(column)} || coalesce((select jsonb_object_agg(field, case jsonb_typeof(${sql.raw(column)} -> field) when 'null' then 'null'::jsonb
    when 'array' then '[]'::jsonb
    else to_jsonb(case when field = any(${list(addressFields)}) then ${addressTombstone}::text else ${tombstone}::text end) end) from jsonb_object_keys(${sql.raw(column)}) field where field = any(${list(fields)})), '{}')`;

/** Erases all data except the books. The caller must hold the organization lock. @returns changed rows per table; null if erased before */
export async function eraseOrganization(tx: Database, organizationId: number, terms: ErasureTerms): Promise<ErasedPlaces | null> {
  const erasing = await beginErasing(tx);
  const [found] = rowsOf<{ slug: string; gateway: string | null }>(
    await tx.execute(sql`
      select slug, gateway_id as gateway from organizations left join customers on organization_id = id
      where id = ${organizationId}::integer and erased_at is null`),
  );
  if (!found) return null;
  const step = (table: string, statement: SQL) => erasing.step(table, statement);
  const ownRows = sql`organization_id = ${organizationId}::integer`;
  const places: Record<string, number> = {};
  for (const memberId of await formerMembers(tx, organizationId))
    for (const [table, count] of Object.entries((await erasePerson(tx, memberId, terms)) ?? {}))
      places[table] = (places[table] ?? 0) + count;

  await step(
    'organizations',
    sql`
    update organizations set name = ${erasedName}, billing_email = null, additional_billing_emails = '{}', opt_in_tags = '{}',
      erased_at = ${terms.now.toISOString()}::timestamptz
    where id = ${organizationId}::integer`,
  );
  await step(
    'customers',
    sql`
    update customers set billing_name = null, line1 = null, line2 = null, city = null, state = null, postal_code = null, country = null,
      tax_id_type = null, tax_id_value = null, tax_id_country = null, tax_id_gateway_id = null, tax_id_verification = null,
      tax_id_pending_until = null, po_number = null, buyer_reference = null, next_po_number = null, next_buyer_reference = null, version = version + 1
    where ${ownRows}`,
  );
  await step(
    'payment_methods',
    sql`
    update payment_methods set state = 'detached', is_default = false, fingerprint = null, brand = null, last4 = null, exp_month = null,
      exp_year = null
    where ${ownRows}`,
  );
  await step('projects', sql`update projects set name = ref where ${ownRows}`);
  await step('project_replicas', sql`update project_replicas set name = ref where ${ownRows}`);
  for (const table of [
    'memberships',
    'budget_events',
    'budgets',
    'feedback',
    'operator_metadata',
    'notices',
    'notice_addresses',
    'recipient_addresses',
    'confirmation_links',
    'organization_tokens',
    'proposals',
    'late_records',
    'usage_records',
    'usage_hours',
    'usage_minutes',
    'setup_intents',
  ])
    await step(table, sql`delete from ${sql.raw(table)} where ${ownRows}`);
  await step('postbox_messages', sql`delete from postbox_messages where organization = ${found.slug}`);
  await step('idempotency_keys', sql`update idempotency_keys set response = null where ${ownRows} and response is not null`);
  await step('webhook_deliveries', sql`update webhook_deliveries set last_answer = null where ${ownRows} and last_answer is not null`);
  await step(
    'platform_events',
    sql`
    update platform_events set data = ${withoutFields('data', fieldsOf(false))}
    where ${ownRows} and data ?| ${list(fieldsOf(false))}`,
  );
  for (const isDetails of [true, false]) {
    const fields = fieldsOf(isDetails);
    await step(
      'audit_entries',
      sql`
      update audit_entries set before = ${withoutFields('before', fields)}, after = ${withoutFields('after', fields)},
        subject = case what when 'member' then ${tombstone} else subject end, caller_request_id = null,
        username = case when key_id is null and username is not null then ${tombstone} else username end
      where ${ownRows} and (what = 'billing_details') = ${isDetails}::boolean`,
    );
  }
  if (found.gateway !== null) await addWork(tx, { organizationId, kind: 'delete_customer', subject: found.gateway });
  await recordErasure(tx, organizationId, { ...terms, subject: found.slug });
  for (const [table, count] of Object.entries(erasing.places())) places[table] = (places[table] ?? 0) + count;
  return places;
}

/** IDs of current and former members who belong to no other organization. */
async function formerMembers(tx: Database, organizationId: number): Promise<number[]> {
  const rows = rowsOf<{ id: number }>(
    await tx.execute(sql`
      select id from members where erased_at is null
        and not exists (select from memberships where member_id = members.id and organization_id <> ${organizationId}::integer)
        and (exists (select from memberships where member_id = members.id)
          or exists (select from audit_entries where organization_id = ${organizationId}::integer
            and (member_id = members.id or (what = 'member' and lower(subject) = lower(primary_email))))
          or exists (select from platform_events where organization_id = ${organizationId}::integer and type = 'member.changed'
            and lower(data ->> 'email') = lower(primary_email)))
      order by id`),
  );
  return rows.map((row) => row.id);
}
