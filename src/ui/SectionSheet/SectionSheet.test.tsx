import { render, screen, waitFor } from '@testing-library/react';
import { focusPlace } from '#lib/browser/focus-place.ts';
import { expect, it } from 'vitest';
import { SectionSheet } from './SectionSheet.tsx';

it('is a region named by its heading, with the state right after it and an anchor', () => {
  render(
    <SectionSheet id="invoices" title="Past invoices" state="1 outstanding">
      <p>Content</p>
    </SectionSheet>,
  );
  const region = screen.getByRole('region', { name: 'Past invoices' });
  expect(region.id).toBe('invoices');
  const heading = screen.getByRole('heading', { name: 'Past invoices', level: 2 });
  expect(heading.id).toBe('invoices-heading');
  expect(heading.nextElementSibling?.textContent).toBe('1 outstanding');
  focusPlace(heading);
  expect(document.activeElement).toBe(heading);
  expect(region.hasAttribute('aria-busy')).toBe(false);
});

it('says that it is busy', () => {
  render(
    <SectionSheet id="invoices" title="Past invoices" isBusy>
      {null}
    </SectionSheet>,
  );
  expect(screen.getByRole('region').getAttribute('aria-busy')).toBe('true');
});

it('leaves the focus on its heading to that of the section which replaces it', async () => {
  const sheet = (isBusy: boolean) => (
    <SectionSheet key={String(isBusy)} id="invoices" title="Past invoices" isBusy={isBusy}>
      {null}
    </SectionSheet>
  );
  const { rerender } = render(sheet(true));
  focusPlace(screen.getByRole('heading'));
  rerender(sheet(false));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Past invoices' })));
});
