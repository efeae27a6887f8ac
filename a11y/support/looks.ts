import type { Page } from 'playwright';

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

export const themes = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  'high contrast': { contrast: 'more' },
  'forced colors': { forcedColors: 'active' },
} as const satisfies Record<string, Media>;

export const widths = [1280, 768, 320] as const;

export interface Look {
  readonly name: string;
  readonly theme: keyof typeof themes;
  readonly width: number;
  readonly height: number;
  readonly style?: string;
}

/** User style with all four text spacings of WCAG 1.4.12. */
const textSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }';

export const matrix: readonly Look[] = (Object.keys(themes) as Look['theme'][]).flatMap((theme) =>
  widths.map((width): Look => ({ name: `${theme}, ${width} px`, theme, width, height: 900 })),
);

export const [firstLook] = matrix as readonly [Look, ...Look[]];

/** The four looks (theme and window size) that differ most. Most faults appear in at least one of them. */
const fourNames = ['light, 1280 px', 'dark, 1280 px', 'forced colors, 1280 px', 'light, 320 px'];
export const fourLooks: readonly Look[] = matrix.filter(({ name }) => fourNames.includes(name));

/**
 * Additional looks for zoom, text spacing and text size, checked only once per screen. At 400% zoom, a window of 1280 x 1024 has 320 x 256
 * CSS pixels.
 */
export const onceLooks: readonly Look[] = [
  { name: '400 % zoom', theme: 'light', width: 320, height: 256 },
  { name: 'text spacing', theme: 'light', width: 1280, height: 900, style: textSpacing },
  { name: 'text spacing, 320 px', theme: 'light', width: 320, height: 900, style: textSpacing },
  { name: '200 % text', theme: 'light', width: 1280, height: 900, style: 'html { font-size: 200% !important; }' },
];

export async function switchLook(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({
    media: 'screen',
    colorScheme: 'light',
    contrast: 'no-preference',
    forcedColors: 'none',
    reducedMotion: 'reduce',
    ...themes[look.theme],
  });
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.evaluate((style) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets = style === '' ? [] : [sheet];
  }, look.style ?? '');
}
