import { writeFileSync } from 'node:fs';
import { textTable, textTableMarkdown } from './text-proofs.ts';

writeFileSync('tests/texts/TEXTS.md', textTableMarkdown(textTable()));
