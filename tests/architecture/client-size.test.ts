import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { expect, it } from 'vitest';

async function clientCode(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, target: 'es2022', lib: { entry: 'src/lib/browser/call.ts', formats: ['es'] }, minify: true },
  });
  const [output] = Array.isArray(result) ? result : [result];
  if (!output || !('output' in output)) throw new Error('the build gave nothing');
  return output.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('');
}

it('keeps the typed client and the reload for a new build within 4.6 KB gzip, without the schema library', async () => {
  const code = await clientCode();
  expect(code).toContain('/platform/profile');
  expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(4680);
  expect(code).not.toMatch(/ZodError|safeParse|strictObject/);
});
