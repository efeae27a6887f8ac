import { tsImport } from 'tsx/esm/api';

// Resident memory of the built server while it is idle.

await tsImport('./resident.ts', import.meta.url);
