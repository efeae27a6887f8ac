import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['src/billing', 'src/lib/texts', 'src/app/pages', 'src/app/frame', 'src/ui'];

const sources = (): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|states)\./.test(name))
      .map((name) => join(folder, name)),
  );

const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

const literals = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`|>([^<>{}]+)</g;

/** The texts read like sentences. Placeholders become "X". */
export const pageTextsInSources = (): string[] =>
  sources()
    .flatMap((file) => [...withoutComments(readFileSync(file, 'utf8')).matchAll(literals)])
    .map((found) =>
      (found.slice(1).find(Boolean) ?? '')
        .replace(/\$\{[^}]*\}/g, 'X')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => /^[A-Z"].*[a-z]/.test(text) && !/[{}=;\\]|=>/.test(text));
