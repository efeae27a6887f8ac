import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { focusPlace } from './focus-place.ts';

/** Focuses a new heading. @returns whether the heading hides its focus ring */
function isQuiet(): boolean {
  document.body.innerHTML = '<h1>Billing</h1>';
  const heading = document.querySelector('h1');
  focusPlace(heading);
  expect(document.activeElement).toBe(heading);
  return heading?.hasAttribute('data-quiet') ?? false;
}

it('leaves out the ring of a title until a key is used, and after a pointer', () => {
  expect(isQuiet()).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(isQuiet()).toBe(false);
  fireEvent.pointerDown(document.body);
  expect(isQuiet()).toBe(true);
});
