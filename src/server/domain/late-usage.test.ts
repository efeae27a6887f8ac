import { expect, it } from 'vitest';
import { InvoiceStandings, type UncollectedInvoice } from './late-usage.ts';

const invoice = (id: string, money: UncollectedInvoice['money']): UncollectedInvoice => ({ id, dueCents: 500, carriesSmall: false, money });

it('takes corrections of all invoices off one disputed amount, because any of them may have been paid with it', () => {
  const standings = new InvoiceStandings();
  standings.note({ ...invoice('first', 'disputed'), dueCents: 200 });
  expect(standings.now(invoice('second', 'disputed')).dueCents).toBe(200);
});

it.each(['unpaid', 'refunded'] as const)('takes a correction of an invoice that is %s off that invoice only', (money) => {
  const standings = new InvoiceStandings();
  standings.note({ ...invoice('first', money), dueCents: 200 });
  expect(standings.now(invoice('first', money)).dueCents).toBe(200);
  expect(standings.now(invoice('second', money)).dueCents).toBe(500);
});
