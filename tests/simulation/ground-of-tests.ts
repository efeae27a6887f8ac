import { inject } from 'vitest';
import type { Ground } from './worlds.ts';

/** What the test run has started for all of its tests. */
export const groundOfTests = (): Ground => ({ cluster: inject('postgresUrl'), startImage: inject('startImage') });
