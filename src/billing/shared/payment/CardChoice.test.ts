import { describe, expect, it } from 'vitest';
import type { PaymentMethod } from '#contract/types.ts';
import { choiceOf } from './CardChoice.tsx';

const card = (id: string, isDefault = false): PaymentMethod => ({ id, is_default: isDefault });
const [first, second] = [card('pm_first'), card('pm_second', true)];

describe('the chosen card', () => {
  it.each([
    ['without any card', [], true, null, 'new'],
    ['without an address', [first, second], false, null, 'new'],
    ['with a default', [first, second], true, null, 'pm_second'],
    ['without a default', [first, card('pm_other')], true, null, 'pm_first'],
    ['as picked', [first, second], true, 'pm_first', 'pm_first'],
    ['as picked, without an address too', [first, second], false, 'pm_first', 'pm_first'],
    ['a new one, as picked', [first, second], true, 'new', 'new'],
    ['after the picked one was deleted elsewhere', [second], true, 'pm_first', 'pm_second'],
  ])('%s', (_, methods, hasAddress, picked, chosen) => {
    expect(choiceOf(methods, hasAddress, picked)).toBe(chosen);
  });
});
