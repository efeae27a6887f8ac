import { expect } from 'vitest';
import { adminScopes } from '#contract/admin/admin-declaration.ts';
import type { MoneyPlatform } from './money-platform.ts';
import { once, operatorOf, type Operator } from './operator.ts';
import type { Answer } from './platform.ts';

const base = (slug: string): string => `/platform/organizations/${slug}`;

export interface Staff {
  /** Sends a staff request, by default with a new idempotency key. */
  readonly act: (path: string, body: object, requestOptions?: ReturnType<typeof once>) => Promise<Answer>;
  readonly as: (owner: string) => Promise<Operator>;
  readonly invoice: (slug: string, id: string) => Promise<Record<string, any>>;
  readonly invoices: (slug: string) => Promise<Record<string, any>[]>;
  readonly audited: (slug: string) => Promise<Record<string, any>[]>;
  /** Moves an organization to Team, paid by invoice. @returns the unpaid invoice of the fee */
  readonly unpaid: (slug: string) => Promise<Record<string, any>>;
  readonly paid: (slug: string) => Promise<{ readonly id: string; readonly intent: string }>;
}

export function staffAt(money: () => MoneyPlatform): Staff {
  const operators = new Map<string, Promise<Operator>>();
  const as = (owner: string): Promise<Operator> => {
    const known = operators.get(owner) ?? operatorOf(money().platform, adminScopes, owner);
    operators.set(owner, known);
    return known;
  };
  const get = async (path: string) => (await money().send('GET', path)).body;
  const invoices: Staff['invoices'] = (slug) => get(`${base(slug)}/billing/invoices`);
  return {
    act: async (path, body, requestOptions = once()) => (await as('ops@example.com')).ask('POST', path, body, requestOptions),
    as,
    invoices,
    invoice: (slug, id) => get(`${base(slug)}/billing/invoices/${id}`),
    audited: async (slug) =>
      (await get(`${base(slug)}/billing/audit`)).entries.filter(({ what }: { what: string }) => what === 'staff_action'),
    unpaid: async (slug) => {
      await money().db.execute(`update subscriptions set payment_method_type = 'invoice'
        where organization_id = (select id from organizations where slug = '${slug}')`);
      expect((await money().change(slug, { tier: 'tier_team' })).status).toBe(200);
      const issued = (await invoices(slug)).find(({ status }) => status === 'issued');
      if (!issued) throw new Error(`${slug} owes nothing`);
      return issued;
    },
    paid: async (slug) => {
      const [row] = await money().rows<{ id: string; intent: string }>(
        `select p.id, p.intent_id as intent from payments p join organizations o on o.id = p.organization_id
          where o.slug = '${slug}' and p.state = 'succeeded' order by p.created_at desc, p.id limit 1`,
      );
      if (!row) throw new Error(`${slug} has paid nothing`);
      return row;
    },
  };
}
