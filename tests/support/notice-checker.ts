import { rowsOf, type Database } from '#server/database/database.ts';

/** SQL queries that find violations, by rule. `$since` is the last seeded ledger transaction. */
const questions: Readonly<Record<string, string>> = {
  'a final invoice has one notice, with the amounts of the ledger': `
    select t.business_key || ' has ' || count(n.id) || ' notices of ' || coalesce(max(n.facts ->> 'totalCents'), '-') || ' cents' as fault
    from ledger_transactions t
    join organizations o on o.id = t.organization_id and o.billing_partner is null
    left join notices n on n.organization_id = t.organization_id and n.kind = 'invoice_issued'
      and n.invoice_id = split_part(t.business_key, ':', 2)
      and (n.facts ->> 'totalCents')::bigint = (select coalesce(-sum(e.amount_cents), 0) from ledger_entries e
        where e.transaction_id = t.id and e.account = 'revenue')
      and (n.facts ->> 'dueCents')::bigint = (select coalesce(sum(e.amount_cents), 0) from ledger_entries e
        where e.transaction_id = t.id and e.account = 'receivable')
    where t.id > $since and t.business_key like 'invoice:%:finalized'
    group by t.id, t.business_key having count(n.id) <> 1`,
  'money that was received has one receipt, with its amount': `
    select t.business_key || ' has ' || count(n.id) || ' receipts' as fault
    from ledger_transactions t
    join organizations o on o.id = t.organization_id and o.billing_partner is null
    left join payments p on t.business_key = 'top-up:' || p.top_up_id and p.state = 'succeeded'
    left join notices n on n.organization_id = t.organization_id and n.kind = 'receipt'
      and (n.invoice_id = split_part(t.business_key, ':', 2) or n.business_key = 'receipt:' || p.id)
      and (n.facts ->> 'amountCents')::bigint = (select sum(e.amount_cents) from ledger_entries e where e.transaction_id = t.id and e.account = 'cash')
    where t.id > $since and (t.business_key like 'invoice:%:paid' or t.business_key ~ '^top-up:[^:]+$')
    group by t.id, t.business_key having count(n.id) <> 1`,
  'a receipt has money behind it': `
    select n.business_key || ' has no money behind it' as fault from notices n
    where n.kind = 'receipt' and not exists (select from payments p where 'receipt:' || p.id = n.business_key and p.state = 'succeeded'
      and p.amount_cents = (n.facts ->> 'amountCents')::bigint)`,
  'a failure notice belongs to a failed payment': `
    select n.business_key || ' did not fail' as fault from notices n
    where n.kind = 'payment_failed' and n.facts -> 'card' <> 'null' and not exists (select from payments p
      where 'payment_failed:' || p.id = n.business_key and p.state = 'failed' and p.amount_cents = (n.facts ->> 'amountCents')::bigint)`,
  'no failure notice follows the receipt': `
    select 'delivery ' || f.id || ' told of a failure after the receipt' as fault
    from notice_deliveries f join notices nf on nf.id = f.notice_id and nf.kind = 'payment_failed' and f.state = 'sent'
    join notices nr on nr.invoice_id = nf.invoice_id and nr.kind = 'receipt'
    join notice_deliveries r on r.notice_id = nr.id and r.state = 'sent' and lower(r.address) = lower(f.address)
    join postbox_messages mf on mf.headers ->> 'Message-ID' like '<notice-' || f.id || '@%'
    join postbox_messages mr on mr.headers ->> 'Message-ID' like '<notice-' || r.id || '@%'
    where mf.id > mr.id`,
  'an email is sent once': `
    select headers ->> 'Message-ID' || ' is in the postbox ' || count(*) || ' times' as fault from postbox_messages
    group by headers ->> 'Message-ID' having count(*) > 1`,
  'what was sent is in the postbox, and nothing else': `
    select 'delivery ' || d.id || ' is ' || d.state || ', and the postbox has ' || count(m.id) as fault
    from notice_deliveries d left join postbox_messages m on m.headers ->> 'Message-ID' like '<notice-' || d.id || '@%'
    where not exists (select from postbox_messages where kind = 'digest')
    group by d.id, d.state having case d.state when 'sent' then count(m.id) <> 1
      else count(m.id) filter (where m.headers ->> 'X-Answer' is distinct from 'lost') <> 0 end`,
  'an address gets a notice once': `
    select 'notice ' || notice_id || ' has ' || count(*) || ' deliveries to ' || lower(address) as fault from notice_deliveries
    where round = 0 group by notice_id, lower(address) having count(*) > 1`,
};

/**
 * Finds faults of notices. Shares no code with the product.
 * @param since last seeded ledger transaction; only later transactions are checked, because seeded transactions have no notices
 */
export async function noticeFaults(db: Database, since: number): Promise<string[]> {
  const faults: string[] = [];
  for (const question of Object.values(questions))
    faults.push(...rowsOf<{ fault: string }>(await db.execute(question.replaceAll('$since', String(since)))).map(({ fault }) => fault));
  return faults;
}
