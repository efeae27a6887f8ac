import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>(['/src/ui/*/*.{ts,tsx}', '!/src/ui/testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const screens = import.meta.glob<string>(['/src/{billing,app}/**/*.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const styles = readdirSync('src/ui', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.module.css'));
const isShipped = ([file]: [string, string]) => !/\.(test|states)\.tsx?$/.test(file);
const shipped = Object.entries(sources).filter(isShipped);
const shippedScreens = Object.entries(screens).filter(isShipped);
const filesWith = (pattern: RegExp, among = shipped) =>
  among.filter(([, code]) => pattern.test(code)).map(([file]) => file.split('/').at(-1));

describe('live regions', () => {
  const liveRegion = /role=("|\{)?[^>]*\b(alert|status|log)\b|aria-live|<output/;

  it('are the announcer and the toasts, and nothing else', () => {
    expect(filesWith(liveRegion)).toEqual(['Announcer.tsx', 'ToastList.tsx']);
  });

  it('are none on the screens that are made of them', () => {
    expect(shippedScreens.length).toBeGreaterThan(100);
    expect(filesWith(liveRegion, shippedScreens)).toEqual([]);
  });
});

describe('React Aria', () => {
  it('gives no hidden styles, no number field, no tag group, no select and no progress bar', () => {
    expect(
      filesWith(
        /from 'react-aria(-components)?\/(VisuallyHidden|NumberField|useNumberField|TagGroup|useTagGroup|Select|useSelect|ProgressBar|useProgressBar|Meter|useMeter)'/,
      ),
    ).toEqual([]);
  });
});

describe('styles', () => {
  it('come from classes, never from style attributes', () => {
    expect(filesWith(/\sstyle=\{/)).toEqual([]);
  });

  it('leave the space around a component to whoever places it', () => {
    const withMargin = styles.filter((file) => /(^|\n)\.root \{[^}]*(?<!-)\bmargin/.test(readFileSync(`src/ui/${file}`, 'utf8')));
    // Only popovers may have a margin, because it is their distance from the trigger. The browser positions popovers.
    expect(withMargin).toEqual(['Tooltip/Tooltip.module.css']);
  });
});

describe('every component', () => {
  const components = shipped
    .map(([file]) => file)
    .filter((file) => {
      const [folder, name] = file.split('/').slice(-2);
      return name === `${folder}.tsx`;
    });

  it.each(components)('%s has states and a test', (file) => {
    const base = file.replace(/\.tsx$/, '');
    expect(Object.keys(sources)).toContain(`${base}.states.tsx`);
    expect(Object.keys(sources)).toContain(`${base}.test.tsx`);
  });
});
