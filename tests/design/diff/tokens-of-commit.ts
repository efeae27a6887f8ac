import { execFileSync } from 'node:child_process';
import { compileTokens, type CompiledTokens } from '#tokens/build/compile.ts';

const git = (repository: string, ...args: string[]): string =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** @throws {TokenError} if the commit's tokens do not compile @throws {Error} if the commit does not exist */
export async function tokensOfCommit(repository: string, commit: string): Promise<CompiledTokens> {
  let hash: string;
  try {
    hash = git(repository, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`).trim();
  } catch {
    throw new Error(`There is no commit ${commit}`);
  }
  return compileTokens((file) => git(repository, 'show', `${hash}:design-tokens/${file}`));
}
