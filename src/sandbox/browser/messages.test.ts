import { describe, expect, it } from 'vitest';
import { isFromChallenge, isFromFrame, isToFrame } from './messages.ts';

const settings = {
  theme: 'dark',
  contrast: null,
  density: null,
  background: null,
  variables: { '--field-bg': 'red' },
  showCountry: true,
  showPostalCode: false,
  country: 'DE',
  postalCode: null,
  disabled: false,
};

describe('messages between page and frames', () => {
  it.each([
    { kind: 'ready' },
    { kind: 'resize', height: 120.5 },
    { kind: 'change', change: { empty: false, complete: true, brand: 'visa', error: null, postalCode: '' } },
    { kind: 'submitted', request: 1, error: { type: 'validation_error', message: 'x' } },
    { kind: 'created', request: 2, paymentMethod: { id: 'pm_1' }, error: null },
  ])('takes %o from the frame', (message) => {
    expect(isFromFrame(message)).toBe(true);
  });

  it.each([
    null,
    'ready',
    [],
    {},
    { kind: 'other' },
    { kind: 'resize', height: '1' },
    { kind: 'resize', height: -1 },
    { kind: 'resize', height: 1e9 },
    { kind: 'change', change: {} },
    { kind: 'submitted', request: 1.5, error: null },
    { kind: 'submitted', request: 1, error: 'x' },
    { kind: 'created', request: 1, paymentMethod: 'pm_1', error: null },
  ])('does not take %o from the frame', (message) => {
    expect(isFromFrame(message)).toBe(false);
  });

  it('takes what the page says, in its shape only', () => {
    expect(isToFrame({ kind: 'configure', settings })).toBe(true);
    expect(isToFrame({ kind: 'entered', way: 'backward' })).toBe(true);
    expect(isToFrame({ kind: 'create', request: 1, publishableKey: 'pk_test_1', billing: null, metadata: null })).toBe(true);
    expect(isToFrame({ kind: 'configure', settings: { ...settings, disabled: 'no' } })).toBe(false);
    expect(isToFrame({ kind: 'configure', settings: { ...settings, variables: { a: 1 } } })).toBe(false);
    expect(isToFrame({ kind: 'entered', way: 'sideways' })).toBe(false);
    expect(isToFrame({ kind: 'create', request: 1, publishableKey: 1, billing: null, metadata: null })).toBe(false);
  });

  it('takes what the challenge says, in its shape only', () => {
    expect(isFromChallenge({ kind: 'challenge-done' })).toBe(true);
    expect(isFromChallenge({ kind: 'challenge-size', height: 300 })).toBe(true);
    expect(isFromChallenge({ kind: 'challenge-size' })).toBe(false);
    expect(isFromChallenge({ kind: 'done' })).toBe(false);
  });
});
