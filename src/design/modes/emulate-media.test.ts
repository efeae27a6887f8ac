import { describe, expect, it } from 'vitest';
import { decideMedia } from './emulate-media.ts';

const nothing = { print: false, forcedColors: false, reducedMotion: false };

describe('deciding a media condition', () => {
  it.each([
    ['print', { print: true }, 'all'],
    ['screen', { print: true }, 'all and (max-width: 0px)'],
    ['screen and (prefers-contrast: more)', { print: true }, 'all and (max-width: 0px) and (prefers-contrast: more)'],
    ['(forced-colors: active)', { forcedColors: true }, '(min-width: 0px)'],
    ['(forced-colors:none)', { forcedColors: true }, '(max-width: 0px)'],
    ['(prefers-reduced-motion: reduce)', { reducedMotion: true }, '(min-width: 0px)'],
    ['(prefers-reduced-motion)', { reducedMotion: true }, '(min-width: 0px)'],
    ['(prefers-reduced-motion: no-preference)', { reducedMotion: true }, '(max-width: 0px)'],
    ['(width >= 36rem) and (forced-colors: active)', { forcedColors: true }, '(width >= 36rem) and (min-width: 0px)'],
  ])('%s with %o', (condition, wishes, decided) => {
    expect(decideMedia(condition, { ...nothing, ...wishes })).toBe(decided);
  });

  it('leaves to the browser what nobody wished for', () => {
    const condition = 'screen and (forced-colors: active) and (prefers-reduced-motion: reduce), print';
    expect(decideMedia(condition, nothing)).toBe(condition);
  });
});
