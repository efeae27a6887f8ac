import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, loadEnv } from 'vite';
import { keyForms } from '../settings/key-forms.mjs';

// Builds only the page, for a platform on another origin. A static host must serve index.html for every path that is not a file.
// - VITE_API_URL=https://api.example.com node src/server/cli/build-page-only.mjs [folder]

const root = resolve(import.meta.dirname, '../../..');
const entry = 'src/app/entry-page-only.tsx';
const [into = join(root, 'dist', 'page-only')] = parseArgs({ allowPositionals: true }).positionals;
const folder = resolve(into);
const settings = loadEnv('production', root);
const { VITE_API_URL: platform = '' } = settings;

function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

if (!/^https?:\/\/[^/]+$/.test(platform)) {
  refuse('VITE_API_URL must be the origin of the platform, for example https://api.example.com');
}

/** Exits if a setting has the wrong form; the message never contains its value. */
function refuseOther(name, { form, rule }) {
  const value = settings[name] ?? '';
  if (value !== '' && !form.test(value)) refuse(`${name} ${rule}.`);
}
// Refuses secret keys: the built page contains the values of these settings, so anyone can read them.
refuseOther('VITE_STRIPE_PUBLISHABLE_KEY', keyForms.gatewayPublishable);
refuseOther('VITE_HCAPTCHA_SITE_KEY', keyForms.captchaSite);
process.env.NODE_ENV = 'production';
await build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: entry } } });

const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

/** Returns the style sheets of the entry and its static imports. A dynamic import loads its style sheets when it is imported. */
function stylesheets(key, visited = new Set()) {
  if (visited.has(key)) return [];
  visited.add(key);
  const { imports = [], css = [] } = manifest[key];
  return [...imports.flatMap((imported) => stylesheets(imported, visited)), ...css];
}

writeFileSync(
  join(folder, 'index.html'),
  [
    '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><title>Billing</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="data:,">',
    ...stylesheets(entry).map(
      (file, index) => `<link rel="stylesheet" href="/${file}"${index === 0 ? ' id="react-aria-pressable-style"' : ''}>`,
    ),
    `<script type="module" src="/${manifest[entry].file}"></script></head><body><noscript><p>This page needs JavaScript. Switch it on in your browser.</p></noscript><div id="root"></div></body></html>`,
  ].join(''),
);
