import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { onDemand } from '#billing/shared/page/on-demand.tsx';
import { FindTools, type FindFormProps } from './FindTools.tsx';

const part = onDemand<FindFormProps<string>>(() => Promise.resolve(({ id }) => <input id={id} aria-label="Invoice number" />));

const tools = (
  <FindTools
    part={part}
    props={{}}
    id="find"
    labels={{ find: 'Find invoices', showAll: 'Show all invoices' }}
    filters="open"
    everything=""
    textOf={(filters) => filters}
    words="Showing: open"
    found={null}
    filter={vi.fn()}
  >
    <button>Export</button>
  </FindTools>
);

it('opens the search right after its button, also while filters are shown', async () => {
  render(tools);
  await userEvent.click(screen.getByRole('button', { name: 'Find invoices' }));
  await screen.findByRole('textbox', { name: 'Invoice number' });
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Invoice number' }));
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show all invoices' }));
});
