import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ExitIntro } from './ExitIntro.tsx';

it.each([
  ['at once', null, 'The downgrade is done', /is on the Free Plan/],
  ['at the end of the cycle', 1_793_000_000, 'The downgrade is scheduled', /changes to the Free Plan on Oct 26, 2026/],
])('says of a downgrade %s no more than has happened', (_, effectiveAt, title, about) => {
  render(<ExitIntro isDone effectiveAt={effectiveAt} />);
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.getByText(about)).toBeTruthy();
});
