import { unzipSync } from 'fflate';
import { expect, it, vi } from 'vitest';
import { rowsOf } from '#server/database/database.ts';
import { eraseOrganization } from '#server/store/erasure/erase-organization.ts';
import { exportedTables, unexportedTables } from '#server/store/export/exported-tables.ts';
import { operatorOf } from '#tests/support/operator.ts';
import { onEachStore } from '#tests/support/platform.ts';
import { tableNames } from '#tests/support/stored-digest.ts';

vi.setConfig({ testTimeout: 60_000 });

const slug = 'pro-payg';
const organizationId = `(select id from organizations where slug = '${slug}')`;

/** SQL condition for the organization's rows in tables without an organization column. Independent of the code under test. */
const belongs: Readonly<Record<string, string>> = {
  organizations: `slug = '${slug}'`,
  members: `exists (select from memberships m where m.member_id = t.id and m.organization_id = ${organizationId})`,
  project_addons: `exists (select from projects p where p.id = t.project_id and p.organization_id = ${organizationId})`,
  invoice_lines: `exists (select from invoices i where i.id = t.invoice_id and i.organization_id = ${organizationId})`,
  budget_crossings: `exists (select from budgets b where b.id = t.budget_id and b.organization_id = ${organizationId})`,
  postbox_messages: `organization = '${slug}'`,
  postbox_attachments: `exists (select from postbox_messages p where p.id = t.message_id and p.organization = '${slug}')`,
};

onEachStore(
  (platform) => {
    const db = () => platform().context.db;
    const read = async <Row>(query: string) => rowsOf<Row>(await db().execute(query));
    const values = async (query: string) => (await read<{ value: string }>(query)).map(({ value }) => value);
    const count = async (table: string, where: string) =>
      (await read<{ n: number }>(`select count(*)::int as n from "${table}" t where ${where}`))[0]?.n ?? 0;

    const idOf = async () => (await read<{ id: number }>(`select id from organizations where slug = '${slug}'`))[0]?.id ?? 0;

    const exported = async (): Promise<ReadonlyMap<string, Buffer>> => {
      const { key } = await operatorOf(platform(), ['organizations']);
      const answer = await fetch(`${platform().origin}/admin/v1/organizations/${slug}/export`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}` },
      });
      expect([answer.status, answer.headers.get('Content-Type'), answer.headers.get('Content-Disposition')]).toEqual([
        200,
        'application/zip',
        `attachment; filename="${slug}-export.zip"`,
      ]);
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]));
    };
    const textsOf = (files: ReadonlyMap<string, Buffer>) => [...files].filter(([name]) => !name.endsWith('.pdf'));
    /** Finds only whole words, because a postal code can occur within a long number by chance. */
    const holding = (files: ReadonlyMap<string, Buffer>, texts: readonly string[]) => {
      const anyText = new RegExp(`(?<!\\w)(?:${texts.map((text) => text.replaceAll(/\W/g, '\\$&')).join('|')})(?!\\w)`);
      return textsOf(files)
        .filter(([, bytes]) => anyText.test(bytes.toString('utf8')))
        .map(([name]) => name);
    };

    it('gives everything held about an organization, nothing of another, and no secret', async () => {
      const { key } = await operatorOf(platform());
      const { body: endpoint } = await platform().ask('/admin/v1/webhook-endpoints', {
        method: 'POST',
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: 'http://127.0.0.1:9/hook', events: ['*'] }),
      });
      await platform().token('owner');
      const files = await exported();
      const id = await idOf();

      const readme = files.get('README.txt')?.toString() ?? '';
      const withColumn = await values(
        `select table_name as value from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'`,
      );
      for (const table of await tableNames(db())) {
        const lines = files.get(`tables/${table}.jsonl`)?.toString().trimEnd().split('\n') ?? [];
        const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        if (table in unexportedTables) {
          expect([table, rows.length, readme.includes(table)]).toEqual([table, 0, true]);
          continue;
        }
        const isOwn = belongs[table] ?? (withColumn.includes(table) ? `organization_id = ${organizationId}` : 'false');
        // The audit entry of the export was written before the snapshot, so the export contains it.
        expect([table, rows.length]).toEqual([table, await count(table, isOwn)]);
        for (const row of rows) expect([table, row['organization_id'] ?? id]).toEqual([table, id]);
        if (rows.length > 0) expect(readme).toMatch(new RegExp(`tables/${table}\\.jsonl +\\w.*\\(${rows.length} rows?\\)`));
        else expect(readme).toMatch(new RegExp(`No rows.*\\b${table}\\b`));
      }
      expect(files.has('tables/invoice_lines.jsonl') && files.has('tables/usage_records.jsonl')).toBe(true);

      const numbers = (status: string) =>
        values(`select number as value from invoices where organization_id = ${organizationId} and ${status}`);
      const named = (folder: string, ending: string) =>
        [...files.keys()].filter((name) => name.startsWith(folder)).map((name) => name.slice(folder.length).replace(ending, ''));
      expect(named('invoices/', '.pdf').toSorted()).toEqual((await numbers(`status <> 'draft'`)).toSorted());
      expect(named('receipts/', '-receipt.pdf').toSorted()).toEqual((await numbers(`status = 'paid' and amount_due_cents > 0`)).toSorted());
      for (const [name, bytes] of files)
        if (name.endsWith('.pdf')) expect([name, bytes.subarray(0, 5).toString()]).toEqual([name, '%PDF-']);
      for (const [name, head] of [
        ['invoices.csv', 'Invoice number,Date,Status'],
        ['invoice-lines.csv', 'Invoice number,Date,Status,Description'],
      ] as const)
        expect([name, files.get(name)?.toString()]).toEqual([name, expect.stringContaining(head)]);
      expect(files.get('invoices.csv')?.toString().trimEnd().split('\r\n')).toHaveLength((await numbers('true')).length + 1);
      expect(readme).toMatch(/^Everything held about the organization pro-payg \(.+\)\n\nTaken on \d{4}-\d\d-\d\d at \d\d:\d\d:\d\d UTC\./);

      const others = await values(`select ref as value from projects where organization_id <> ${organizationId}
        union select number from invoices where organization_id <> ${organizationId} and number not in (select number from invoices where organization_id = ${organizationId})
        union select primary_email from members where id not in (select member_id from memberships where organization_id = ${organizationId})`);
      expect([others.length > 10, holding(files, others)]).toEqual([true, []]);
      const secrets =
        await values(`select token_hash as value from sessions union select token_hash from api_keys union select token_hash from organization_tokens
        union select key from customers union select secret from payments where secret is not null union select secret from webhook_endpoints`);
      expect([secrets.length > 3, holding(files, [...secrets, endpoint.secret, key])]).toEqual([true, []]);
      expect(files.get('tables/audit_entries.jsonl')?.toString()).toMatch(/"what": ?"export"/);
      const { body: audit } = await platform().ask(`/platform/organizations/${slug}/billing/audit`, { as: 'owner' });
      expect(audit.entries?.[0]).toMatchObject({ what: 'export', actor: 'key:test', call: 'exportOrganization', subject: slug });
    });

    it('is refused for a table that it knows nothing of, and exports no column that opens something', async () => {
      const fault = await db()
        .transaction(async (tx) => {
          await tx.execute('create table surplus (a int)');
          await exportedTables(tx);
        })
        .catch((error: Error) => error.message);
      expect(fault).toBe('An export would be incomplete: surplus is in no list of retention');
      const columns = (await exportedTables(db())).flatMap(({ name, columns: all }) => all.map((column) => `${name}.${column}`));
      expect(columns.filter((name) => /hash|secret|token(?!_id$)|password|^key$|session_id$/.test(name.split('.')[1] ?? ''))).toEqual([
        'invoice_lines.key',
      ]);
    });

    it('has nothing personal any more once the organization is erased, but for what invoices keep', async () => {
      const personal = await values(`select name as value from organizations where slug = '${slug}'
        union select unnest(array[billing_email] || additional_billing_emails) from organizations where slug = '${slug}'
        union select unnest(array[billing_name, line1, postal_code, tax_id_value]) from customers where organization_id = ${organizationId}
        union select primary_email from members where id in (select member_id from memberships where organization_id = ${organizationId})`);
      const known = personal.filter(Boolean);
      expect(holding(await exported(), known)).toEqual(expect.arrayContaining(['tables/members.jsonl', 'tables/organizations.jsonl']));
      const id = await idOf();
      await db().execute(`delete from memberships where organization_id = ${id}`);
      await db().transaction((tx) => eraseOrganization(tx, id, { now: new Date(), reason: 'Asked for' }));
      const files = await exported();
      for (const name of holding(files, known)) expect(['tables/invoices.jsonl', 'tables/invoice_lines.jsonl']).toContain(name);
      expect(files.has('tables/members.jsonl')).toBe(false);
      expect([...files.keys()].some((name) => name.startsWith('invoices/'))).toBe(true);
    });
  },
  {},
  { automatic: false },
  'database',
);
