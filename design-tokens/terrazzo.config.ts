import type { Config } from '@terrazzo/parser';
import { terrazzoLint } from './build/terrazzo.ts';
import { daybookPlugin } from './build/terrazzo-plugin.ts';

const address = (path: string): string => new URL(path, import.meta.url).href;

/** `tz` requires a default export. */
export default {
  tokens: [address('tokens.resolver.json')],
  outDir: address('../src/ui/'),
  alphabetize: false,
  plugins: [daybookPlugin()],
  lint: { rules: { ...terrazzoLint.rules, 'daybook/design': 'error' } },
} satisfies Config;
