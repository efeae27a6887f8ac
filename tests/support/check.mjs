import { spawn, spawnSync } from 'node:child_process';

// Static checks. npx downloads the linters. If the lock file listed the linters, npm ci would need their binaries for every system.

// Generates token names first, because all types depend on them.
const { status, stdout } = spawnSync('npx', ['tsx', 'design-tokens/build/cli.ts', 'build'], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
if (status !== 0) {
  process.stdout.write(`failed tokens\n${stdout}\n`);
  process.exit(1);
}

const checks = [
  ['types', ['npx', 'tsc', '--noEmit']],
  ['lint', ['npx', '--yes', '-p', 'oxlint@1.94.0', '-p', 'oxlint-tsgolint@7.0.2007', 'oxlint', '--type-aware']],
  [
    'format',
    [
      'npx',
      '--yes',
      'oxfmt@0.78.0',
      '--check',
      'src',
      'tests',
      'design-tokens',
      'a11y',
      'vite.config.ts',
      '!**/*.md',
      '!a11y/report/**/*.{yaml,html,json}',
    ],
  ],
  ['dead code', ['npx', '--yes', 'knip@6.44.2', '--no-progress']],
  ['styles', ['npx', 'stylelint', 'src/**/*.css']],
  ['API document', ['npx', 'tsx', 'tests/support/lint-api.ts']],
  ['tokens', ['npx', 'tsx', 'design-tokens/build/cli.ts', 'check']],
];

function run([name, [command, ...args]]) {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(`${code === 0 ? 'ok    ' : 'failed'} ${name} (${seconds} s)\n`);
      if (code !== 0) process.stdout.write(`${output.replace(/^npm warn .*\n/gm, '')}\n`);
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(checks.map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;
