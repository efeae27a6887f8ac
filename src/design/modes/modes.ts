export interface Modes {
  readonly theme: Theme;
  readonly density: 'comfortable' | 'compact';
  readonly direction: 'ltr' | 'rtl';
  readonly forcedColors: boolean;
  readonly motion: 'full' | 'reduced';
}

export const designThemes = ['system', 'light', 'dark', 'lightHighContrast', 'darkHighContrast', 'print'] as const;

export type Theme = (typeof designThemes)[number];

export const themeNames: Readonly<Record<Theme, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  lightHighContrast: 'Light, more contrast',
  darkHighContrast: 'Dark, more contrast',
  print: 'Print',
};

export const defaultModes: Modes = { theme: 'system', density: 'comfortable', direction: 'ltr', forcedColors: false, motion: 'full' };

type Attributes = Readonly<Record<'theme' | 'contrast' | 'density' | 'motion', string | undefined>>;

const schemes: Readonly<Record<Theme, Pick<Attributes, 'theme' | 'contrast'>>> = {
  system: { theme: undefined, contrast: undefined },
  light: { theme: 'light', contrast: 'normal' },
  dark: { theme: 'dark', contrast: 'normal' },
  lightHighContrast: { theme: 'light', contrast: 'more' },
  darkHighContrast: { theme: 'dark', contrast: 'more' },
  print: { theme: undefined, contrast: undefined },
};

export function rootAttributes({ theme, density, motion }: Modes): Attributes {
  return { ...schemes[theme], density, motion: motion === 'reduced' ? 'reduced' : undefined };
}
