import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { packClient } from './build-client.ts';

// Packs the typed client of both APIs: npm run client

const tarball = await packClient(join(resolve(import.meta.dirname, '../../..'), 'dist/api-client'));
process.stdout.write(`${tarball} (${(statSync(tarball).size / 1000).toFixed(1)} kB). Install it with: npm install ${tarball}\n`);
