import { runBundled } from './run-bundled.mjs';

// Usage coming in by the million, and the upcoming invoice of organizations that grow.

await runBundled('billing-scale');
