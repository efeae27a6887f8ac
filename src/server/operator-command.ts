import { runOperatorCommand } from './operator-cli/program.ts';

// The operator's command, built to dist/server/billing.js beside the platform.

await runOperatorCommand(process.argv.slice(2), process.env);
