import { tsImport } from 'tsx/esm/api';

await tsImport('./resident.ts', import.meta.url);
