import type { TestProject } from 'vitest/node';
import { startBuiltServer } from './built-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly readingOrigin: string;
  }
}

/** Starts one server for all read-only files, because a start takes seconds. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startBuiltServer();
  project.provide('readingOrigin', server.origin);
  return () => server.stop();
}
