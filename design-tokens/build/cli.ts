import { parseArgs } from 'node:util';
import { FOLDERS } from './check.ts';
import { COMMANDS } from './commands.ts';
import { TokenError } from './model.ts';

async function main([name = 'build', argument]: readonly string[]): Promise<0 | 1> {
  const command = COMMANDS[name];
  if (command === undefined) {
    const known = Object.entries(COMMANDS).map(([key, { summary }]) => `  ${key.padEnd(8)} ${summary}`);
    console.error([`"${name}" is no command. Known:`, ...known].join('\n'));
    return 1;
  }
  try {
    const { lines, exitCode } = await command.run(FOLDERS, argument);
    (exitCode === 0 ? console.log : console.error)(lines.join('\n'));
    return exitCode;
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main(parseArgs({ allowPositionals: true }).positionals);
