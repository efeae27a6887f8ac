import { fileURLToPath } from 'node:url';
import type { Plugin } from '@terrazzo/parser';
import { type CompiledTokens, compileTokens } from './compile.ts';
import { readFrom } from './definitions.ts';
import { formatProblem } from './model.ts';

/** Plugin for `tz` that adds our checks as a lint rule, and writes the style sheet and the token names. */
export function daybookPlugin(): Plugin {
  return {
    name: 'daybook',
    lint: () => ({
      'daybook/design': {
        meta: { docs: { description: 'Contrast contracts in every theme, forced colors, type grid.' } },
        defaultOptions: {},
        async create({ sources, report }) {
          const { problems } = await compiledFrom(sources);
          for (const problem of problems) report({ message: formatProblem(problem) });
        },
      },
    }),
    async build({ sources, outputFile }) {
      const { css, types } = await compiledFrom(sources);
      outputFile('tokens.css', css);
      outputFile('tokens.ts', types);
    },
  };
}

/** Compiles all modes, because the checks cover all modes. Terrazzo loads only one mode of the resolver document. */
function compiledFrom([document]: readonly { readonly filename?: URL }[]): Promise<CompiledTokens> {
  if (document?.filename === undefined) throw new Error('Terrazzo names no file of the resolver document');
  return compileTokens(readFrom(fileURLToPath(new URL('.', document.filename))));
}
