import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readConfig } from '#server/config.ts';
import { openContext } from '#server/context.ts';
import { makeStartImage } from '#server/store/pglite.ts';
import { createDatabase, startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of a PostgreSQL cluster; null where none is installed. */
    readonly postgresUrl: string | null;
    /** Data folder with an empty database. */
    readonly startImage: string;
    /** Data folder with the fleet. */
    readonly fleetImage: string;
    /** Database with the fleet on the cluster, to be copied; null without a cluster. */
    readonly fleetTemplate: string | null;
    /** Data folder beside that database: its gateway has the cards and charges of that fleet. */
    readonly fleetTemplateFolder: string;
  }
}

async function seed(environment: Readonly<Record<string, string>>, image: string | null): Promise<void> {
  const context = await openContext(readConfig({ LOG_LEVEL: 'silent', ...environment }), image);
  await context.close();
}

/** Once for all server tests: a PostgreSQL cluster, and what platforms begin from on both stores. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'billing-images-'));
  const [startImage, fleetImage] = [join(folder, 'empty'), join(folder, 'fleet')];
  const [postgres] = await Promise.all([startPostgres(), makeStartImage(startImage)]);
  await seed({ DATA_DIR: fleetImage }, startImage);
  const template = postgres && (await createDatabase(postgres.url));
  const templateFolder = join(folder, 'beside-postgres');
  if (template !== null) await seed({ DATABASE_URL: template, DATA_DIR: templateFolder }, null);

  project.provide('postgresUrl', postgres?.url ?? null);
  project.provide('startImage', startImage);
  project.provide('fleetImage', fleetImage);
  project.provide('fleetTemplate', template && basename(template));
  project.provide('fleetTemplateFolder', templateFolder);
  return async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
