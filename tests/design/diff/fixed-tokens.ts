import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { inLayer } from '#tokens/build/cascade.ts';
import type { CompiledTokens } from '#tokens/build/compile.ts';
import { expandCustomMedia } from '#tokens/build/custom-media.ts';

/** Makes a build use the given tokens instead of the generated files. @param folder temporary folder for the style sheet */
export function fixedTokens(compiled: CompiledTokens, folder: string): Plugin {
  const sheet = join(folder, 'tokens.css');
  writeFileSync(sheet, compiled.css);
  return {
    name: 'fixed-tokens',
    enforce: 'pre',
    // Sets a recent browser version as the CSS target. For older browsers, Vite would rewrite light-dark(), and the page would look
    // different.
    config: () => ({ build: { cssTarget: 'chrome123' } }),
    load: (id) => (id.endsWith('/src/ui/tokens.ts') ? compiled.types : undefined),
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, id) => ({
        code: inLayer(expandCustomMedia(code, compiled.media), id).replace("'#ui/tokens.css'", `'${sheet}'`),
        map: null,
      }),
    },
  };
}
