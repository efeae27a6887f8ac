import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Route, Router } from 'wouter';
import { invoicesTexts } from '#lib/texts/invoices.ts';
import { memoryLocation } from 'wouter/memory-location';
import { egressLine } from './examples.test-support.ts';
import { readLines, type LooseLine } from './lines.ts';
import { LineWorking } from './LineWorking.tsx';

function show(lineInput: Partial<LooseLine>): void {
  for (const line of readLines([egressLine({ breakdown: [], ...lineInput })]))
    render(
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <Route path="/org/:slug/billing">
          <LineWorking line={line} recomputed={null} />
        </Route>
      </Router>,
    );
}

it('names the price book that the line was billed by', () => {
  show({ price_book: '2027' });
  expect(screen.getByText(/price book/).textContent).toBe('Prices by price book 2027.');
});

it('names none if the platform sends none', () => {
  show({});
  expect(screen.queryByText(/price book/)).toBeNull();
});

it('says why usage is charged that was shown as not charged', () => {
  show({ description: `Function Invocations, Feb 03 to Mar 03, reported later, ${invoicesTexts.roomBelowLimit}` });
  expect(screen.getByText(invoicesTexts.roomBelowLimitWhy).textContent).toMatch(/not charged.*never above the limit/);
});

it('says nothing of a limit on other late lines', () => {
  show({ description: 'Egress, Feb 03 to Mar 03, reported later' });
  expect(screen.queryByText(/spending limit/)).toBeNull();
  expect(screen.getByRole('link', { name: /measured/ }).textContent).toMatch(/^How Egress is measured and billed/);
});

it('links the line of an average to its figure on Usage, and no other line', () => {
  show({});
  expect(screen.queryByRole('link', { name: 'Average so far on Usage' })).toBeNull();
  show({ description: 'Storage Size', usage_metric: 'STORAGE_SIZE' });
  expect(screen.getByRole('link', { name: 'Average so far on Usage' }).getAttribute('href')).toBe('/org/acme/usage');
});
