import type { Suite } from './suite.ts';

/** All suites in order of execution. Imported on demand, because some load a compiler. */
export const suites: Readonly<Record<string, () => Promise<Suite>>> = {
  bytes: async () => (await import('./suites/bytes.ts')).bytes,
  load: async () => (await import('./suites/load.ts')).load,
  interactions: async () => (await import('./suites/interactions.ts')).interactions,
  typing: async () => (await import('./suites/typing.ts')).typing,
  memory: async () => (await import('./suites/memory.ts')).memory,
  projects: async () => (await import('./suites/projects.ts')).projects,
  invoices: async () => (await import('./suites/programs.ts')).invoices,
  server: async () => (await import('./suites/programs.ts')).server,
  api: async () => (await import('./suites/programs.ts')).api,
  usage: async () => (await import('./suites/programs.ts')).usage,
  'usage-speed': async () => (await import('./suites/programs.ts')).usageSpeed,
  'usage-growth': async () => (await import('./suites/programs.ts')).usageGrowth,
  limit: async () => (await import('./suites/programs.ts')).limit,
  effects: async () => (await import('./suites/programs.ts')).effects,
  resident: async () => (await import('./suites/programs.ts')).resident,
  'fair-turns': async () => (await import('./suites/fairness.ts')).fairTurns,
  start: async () => (await import('./suites/programs.ts')).start,
};
