import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { TokenError } from '#tokens/build/model.ts';
import { diffTokens } from './diff.ts';
import { tokensOfCommit } from './tokens-of-commit.ts';

/** `npm run design:diff [commit]`: compares the working tree's tokens with a commit, HEAD by default. */
async function main([commit = 'HEAD']: readonly string[]): Promise<0 | 1> {
  const root = process.cwd();
  try {
    const started = performance.now();
    const { changedTokens, looked, changed, sheet } = await diffTokens({
      before: await tokensOfCommit(root, commit),
      from: commit,
      folder: join(root, '.cache', 'design-diff'),
    });
    if (sheet === null) {
      process.stdout.write(`No token has changed since ${commit}.\n`);
      return 0;
    }
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `${changedTokens.length} tokens changed; ${looked.length} states use them; ${changed.length} pictures differ (${seconds} s).\n`,
    );
    for (const { name, look, changedPixels } of changed) process.stdout.write(`  ${name}, ${look}: ${changedPixels} pixels\n`);
    process.stdout.write(`${relative(root, sheet)}\n${relative(root, join(sheet, '..', 'contact-sheet.png'))}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof TokenError) && !(error instanceof Error && error.message.startsWith('There is no commit'))) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

process.exitCode = await main(parseArgs({ allowPositionals: true }).positionals);
