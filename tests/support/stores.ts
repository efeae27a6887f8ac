import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { builtHash, inputsHash } from '#server/cli/inputs.mjs';
import { readConfig } from '#server/settings/config.ts';
import { openContext } from '#server/context.ts';
import { makeStartImage } from '#server/database/pglite.ts';
import { createDatabase, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgresUrl: string | null;
    readonly startImage: string;
    readonly demoImage: string;
    /** Name of the template database with the demo; null if there is no PostgreSQL cluster. */
    readonly demoTemplate: string | null;
    readonly demoTemplateFolder: string;
  }
}

async function seed(environment: Readonly<Record<string, string>>, image: string | null): Promise<void> {
  const context = await openContext(readConfig({ LOG_LEVEL: 'silent', ...environment }), image);
  await context.close();
}

const built = join('dist', 'start-images');
/** Maximum age of demo images in seconds. Older images are seeded again, because their dates are relative to the seeding. */
const freshSeconds = 1800;

/** True if the build contains recent start images that were created from the current sources. */
function hasFreshImages(): boolean {
  try {
    const seededAt = Number(readFileSync(join(built, 'demo-seeded-at'), 'utf8'));
    const age = Date.now() / 1000 - seededAt;
    return age >= 0 && age < freshSeconds && builtHash('.') === inputsHash('.');
  } catch {
    return false;
  }
}

/** Runs once for all server tests: starts PostgreSQL and creates the start images. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-images-'));
  const isBuilt = hasFreshImages();
  const [startImage, demoImage] = ['empty', 'demo'].map((name) => join(isBuilt ? built : folder, name)) as [string, string];
  const [postgres] = await Promise.all([startPostgres(), isBuilt ? undefined : makeStartImage(startImage)]);
  // Some parts of the long run skip the demo, because they create all organizations that they need.
  const withDemo = process.env['RELIABILITY_WITHOUT_DEMO'] === undefined;
  if (withDemo && !isBuilt) await seed({ DATA_DIR: demoImage }, startImage);
  const template = withDemo && postgres ? await createDatabase(postgres.url) : null;
  const templateFolder = join(folder, 'beside-postgres');
  if (template !== null) await seed({ DATABASE_URL: template, DATA_DIR: templateFolder }, null);

  project.provide('postgresUrl', postgres?.url ?? null);
  project.provide('startImage', startImage);
  project.provide('demoImage', demoImage);
  project.provide('demoTemplate', template && basename(template));
  project.provide('demoTemplateFolder', templateFolder);
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
