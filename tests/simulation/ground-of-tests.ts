import { inject } from 'vitest';
import type { Ground } from './worlds.ts';

export const groundOfTests = (): Ground => ({ cluster: inject('postgresUrl'), startImage: inject('startImage') });
