import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { egressLine } from './examples.test-support.ts';
import { readLines, type LooseLine } from './lines.ts';
import { LineWorking } from './LineWorking.tsx';

function show(sent: Partial<LooseLine>): void {
  for (const line of readLines([egressLine({ breakdown: [], ...sent })]))
    render(
      <Router hook={memoryLocation({ path: '/org/acme/billing' }).hook}>
        <LineWorking line={line} recomputed={null} />
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
