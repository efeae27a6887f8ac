import { describe, expect, it } from 'vitest';
import { inLayer } from './cascade.ts';
import { expandCustomMedia } from './custom-media.ts';
import { breakpoints } from './seeded.ts';

describe('breakpoint names', () => {
  it('become conditions in media and container queries', () => {
    expect(expandCustomMedia('@container sheet (--below-medium) { a { b: c } }', breakpoints)).toBe(
      '@container sheet (width < 52rem) { a { b: c } }',
    );
    expect(expandCustomMedia('@media print and (--from-wide) {}', breakpoints)).toBe('@media print and (width >= 72rem) {}');
    expect(expandCustomMedia('@media (--tall-narrow) {}', breakpoints)).toBe('@media (height >= 36rem) {}');
  });

  it('are left alone outside queries', () => {
    const css = '.a { width: calc(var(--from-medium)) }';
    expect(expandCustomMedia(css, breakpoints)).toBe(css);
  });

  it('must be known', () => {
    expect(() => expandCustomMedia('@media (--from-medum) {}', breakpoints)).toThrow(
      /^--from-medum is no breakpoint name; did you mean --from-medium\? Known: --from-slim/,
    );
  });
});

describe('cascade layers', () => {
  it('put a component below a section, on the same lines', () => {
    expect(inLayer('.a {}', '/x/src/ui/Button/Button.module.css')).toBe('@layer components{.a {}\n}');
    expect(inLayer('.a {}', 'src/billing/invoices/InvoicesSection.module.css')).toBe('@layer sections{.a {}\n}');
  });

  it('leave other files and stated layers as they are', () => {
    expect(inLayer('.a {}', 'src/ui/base/reset.css')).toBe('.a {}');
    expect(inLayer('@layer components { .a {} }', 'src/ui/Badge/Badge.module.css')).toBe('@layer components { .a {} }');
  });
});
