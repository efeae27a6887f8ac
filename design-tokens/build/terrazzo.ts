import { type AnyNode, type DocumentNode, type MemberNode, type ValueNode, parse as parseJson } from '@humanwhocodes/momoa';
import {
  type Config,
  type LogEntry,
  Logger,
  type Plugin,
  RECOMMENDED_CONFIG,
  type ResolverInput,
  type TokenNormalizedSet,
  build,
  createResolver,
  defineConfig,
  lintRunner,
  normalizeResolver,
  validateResolver,
} from '@terrazzo/parser';
import { FORMAT_ID } from '@terrazzo/plugin-css';
import { cssValues } from './css-values.ts';
import { type Definition, RESOLVER, type ReadText } from './definitions.ts';
import { type Problem, type Token, TokenError, throwProblems } from './model.ts';

/** `design-tokens/terrazzo.config.ts` passes these rules to `tz`. */
export const terrazzoLint: NonNullable<Config['lint']> = {
  rules: {
    ...RECOMMENDED_CONFIG,
    'core/consistent-naming': 'off',
    'core/colorspace': ['error', { colorSpace: 'oklch' }],
    'core/valid-dimension': ['error', { allowedUnits: ['px', 'rem'] }],
  },
};

/** Contains Terrazzo's log entries. Terrazzo would only print them; the logger throws this error instead. */
class Faults extends Error {
  readonly entries: readonly LogEntry[];

  constructor(entries: readonly LogEntry[]) {
    super(entries.map(({ message }) => message).join('\n'));
    this.entries = entries;
  }
}

class ThrowingLogger extends Logger {
  override error(...entries: LogEntry[]): void {
    throw new Faults(entries);
  }
}

const logger = new ThrowingLogger({ level: 'silent' });

export type ResolvedMode = ReadonlyMap<string, Pick<Token, 'literal' | 'css'>>;

/** Validates only the resolver document, not the token files. @throws {TokenError} for errors that Terrazzo reports */
export function checkResolver(src: string): DocumentNode {
  const document = parseJson(src, { mode: 'json', ranges: true });
  try {
    validateResolver(document, { logger, src });
    return document;
  } catch (error) {
    throw tokenError(error, placeInResolver);
  }
}

interface Wanted {
  readonly input: ResolverInput;
  readonly definitions: ReadonlyMap<string, Definition>;
}

/**
 * Resolves and lints modes.
 * @param root a URL that ends with a slash
 * @throws {TokenError} for errors that Terrazzo reports
 */
export async function resolveInputs(read: ReadText, root: URL, wanted: readonly Wanted[]): Promise<ResolvedMode[]> {
  const filename = new URL(RESOLVER, root);
  const src = read(RESOLVER);
  const document = checkResolver(src);
  const inputs = wanted.map(({ input }) => input);
  const modes: ResolvedMode[] = [];
  const collector: Plugin = {
    name: 'modes',
    build({ resolver, getTransforms }) {
      for (const input of inputs) {
        const tokens = resolver.apply(input);
        const texts = getTransforms({ format: FORMAT_ID, input });
        modes.push(new Map(texts.map(({ id, value }) => [id, { literal: tokens[id]?.$value, css: String(value) }])));
      }
    },
  };
  const plugins = [cssValues(inputs), collector];
  const config = defineConfig({ tokens: [filename.href], alphabetize: false, plugins, lint: terrazzoLint }, { logger, cwd: root });
  const sources = [{ filename, src, document }];
  const normalized = await normalizeResolver(document, { logger, filename, src, req: requestFrom(read, root) }).catch((error: unknown) => {
    throw tokenError(error, placeInResolver);
  });
  const resolver = createResolver(normalized, { config, logger, sources, orthogonal: true });
  const problems: Problem[] = [];
  for (const { input, definitions } of wanted) {
    let tokens: TokenNormalizedSet = {};
    try {
      tokens = resolver.apply(input);
      await lintRunner({ tokens, sources, config, logger });
    } catch (error) {
      problems.push(...tokenError(error, (entry) => placeOf(entry, tokens, definitions)).problems);
    }
  }
  throwProblems(problems);
  await build(resolver.apply(inputs[0] ?? {}), { resolver, sources, config, logger });
  return modes;
}

function requestFrom(read: ReadText, root: URL): (file: URL) => Promise<string> {
  return (file) => Promise.resolve(read(file.href.slice(root.href.length)));
}

const placeInResolver = ({ src, node }: LogEntry): Place => ({ file: RESOLVER, path: pathAt(src, node) });

type Place = Pick<Problem, 'file' | 'path'>;

function tokenError(error: unknown, place: (entry: LogEntry) => Place): TokenError {
  if (!(error instanceof Faults)) throw error;
  // Omits the last entry of a lint run, because it contains only the number of errors.
  const entries = error.entries.filter(({ label }) => label !== 'lint');
  return new TokenError(
    entries.map((entry) => ({
      gate: 'schema',
      ...place(entry),
      reason: entry.group === 'lint' ? `${entry.message} [${entry.label}]` : entry.message,
    })),
  );
}

/** Returns file and path of an error. Terrazzo reports a position in merged text, so this looks up the file that defines the token. */
function placeOf({ src, node }: LogEntry, tokens: TokenNormalizedSet, definitions: ReadonlyMap<string, Definition>): Place {
  const holder = Object.values(tokens).find(({ source }) => isInside(node, source.node));
  const path = holder?.id ?? pathAt(src, node);
  return { file: definitions.get(path)?.file ?? RESOLVER, path };
}

function isInside(node: AnyNode | undefined, outer: AnyNode): boolean {
  const start = node?.loc.start.offset ?? -1;
  return start >= outer.loc.start.offset && start <= outer.loc.end.offset;
}

function pathAt(text: string | undefined, node: AnyNode | undefined): string {
  if (text === undefined || node === undefined) return '(document)';
  const path: string[] = [];
  let at: ValueNode | undefined = parseJson(text, { mode: 'json', ranges: true }).body;
  while (at?.type === 'Object') {
    const member: MemberNode | undefined = at.members.find((candidate) => isInside(node, candidate));
    if (member?.name.type === 'String' && !member.name.value.startsWith('$')) path.push(member.name.value);
    at = member?.value;
  }
  return path.join('.') || '(document)';
}
