import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export interface ProjectCopy {
  readonly root: string;
  readonly read: (file: string) => string;
  readonly save: (file: string, change: (text: string) => string) => void;
  readonly remove: () => void;
}

export function copyProject(): ProjectCopy {
  const root = mkdtempSync(join(tmpdir(), 'design-project-'));
  for (const part of ['src', 'a11y', 'design-tokens', 'package.json', 'tsconfig.json']) cpSync(part, join(root, part), { recursive: true });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return {
    root,
    read,
    save: (file, change) => {
      const text = read(file);
      const changed = change(text);
      if (changed === text) throw new Error(`Nothing to change in ${file}`);
      writeFileSync(join(root, file), changed);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
