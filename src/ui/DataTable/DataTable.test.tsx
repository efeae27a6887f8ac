import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Button } from '#ui/Button/Button.tsx';
import { DataTable } from './DataTable.tsx';
import type { DataTableColumn } from './DataTableRow.tsx';

interface Invoice {
  id: string;
  amount: string;
}

const onPay = vi.fn();
const columns: DataTableColumn<Invoice>[] = [
  { id: 'amount', header: 'Amount', align: 'money', render: ({ amount }) => amount },
  { id: 'number', header: 'Invoice number', isRowHeader: true, render: ({ id }) => `INV-${id}` },
  {
    id: 'actions',
    header: 'Actions',
    render: ({ id }) => (
      <Button onPress={() => onPay(id)} nameSuffix={`, invoice ${id}`}>
        Pay
      </Button>
    ),
  },
];
const rows: Invoice[] = [
  { id: '2', amount: '$20.00' },
  { id: '1', amount: '$10.00' },
];

function table(over: Partial<{ rows: Invoice[]; isBusy: boolean }> = {}) {
  return (
    <>
      <button>before</button>
      <DataTable id="invoices" caption="Past invoices" columns={columns} rows={rows} getRowId={({ id }) => id} {...over} />
      <button>after</button>
    </>
  );
}

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

it('is a named grid whose rows are named by the invoice number', () => {
  render(table());
  const grid = screen.getByRole('grid', { name: 'Past invoices' });
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Amount', 'Invoice number', 'Actions']);
  expect(within(grid).getByRole('row', { name: 'INV-2' })).toBeTruthy();
  expect(within(grid).getByRole('rowheader', { name: 'INV-1' })).toBeTruthy();
  expect(within(grid).getAllByRole('gridcell')).toHaveLength(4);
});

describe('by keyboard', () => {
  beforeEach(() => onPay.mockClear());

  it('has one stop that roves over the cells with the arrow keys', async () => {
    render(table());
    screen.getByText('before').focus();
    await userEvent.tab();
    expect(focused()).toBe('$20.00');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('$10.00');
    await userEvent.keyboard('{ArrowRight}');
    expect(focused()).toBe('INV-1');
    await userEvent.keyboard('{Home}');
    expect(focused()).toBe('$10.00');
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(focused()).toBe('$20.00');
    expect(document.querySelectorAll('[data-cell][tabindex="0"]')).toHaveLength(1);
  });

  it('goes on to every action with Tab, and out', async () => {
    render(table());
    screen.getByText('before').focus();
    await userEvent.tab();
    await userEvent.tab();
    expect(focused()).toBe('Pay, invoice 2');
    await userEvent.keyboard('{Enter}');
    expect(onPay).toHaveBeenCalledWith('2');
    await userEvent.tab();
    expect(focused()).toBe('Pay, invoice 1');
    await userEvent.tab();
    expect(focused()).toBe('after');
  });

  it('comes back with Shift+Tab without a trap', async () => {
    render(table());
    screen.getByText('after').focus();
    const way: (string | null | undefined)[] = [];
    for (let step = 0; step < 6 && focused() !== 'before'; step += 1) {
      await userEvent.tab({ shift: true });
      way.push(focused());
    }
    expect(way[0]).toBe('Pay, invoice 1');
    expect(way.at(-1)).toBe('before');
  });

  it('enters a cell with Enter, and leaves its action with an arrow', async () => {
    render(table());
    screen.getByText('before').focus();
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    expect(focused()).toBe('Pay, invoice 2');
    expect(document.activeElement?.tagName).toBe('BUTTON');
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay, invoice 1' }).closest('[role="gridcell"]'));
  });
});

it('leaves focus on a pressed action', async () => {
  render(table());
  const pay = screen.getByRole('button', { name: 'Pay, invoice 1' });
  await userEvent.click(pay);
  expect(document.activeElement).toBe(pay);
});

it('gives focus back to the action that had it', async () => {
  render(table());
  const pay = screen.getByRole('button', { name: 'Pay, invoice 1' });
  screen.getByText('before').focus();
  await userEvent.tab();
  screen.getByText('after').focus();
  pay.focus();
  expect(document.activeElement).toBe(pay);
});

it('says that it is busy and keeps its rows', () => {
  const { rerender } = render(table());
  rerender(table({ isBusy: true }));
  expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('rowheader', { name: 'INV-2' })).toBeTruthy();
});

it('shows new content for a row it has shown before', () => {
  const { rerender } = render(table());
  rerender(table({ rows: [{ id: '2', amount: '$25.00' }] }));
  expect(screen.getByText('$25.00')).toBeTruthy();
  expect(screen.queryByText('INV-1')).toBeNull();
});
