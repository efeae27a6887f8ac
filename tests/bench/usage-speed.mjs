import { runBundled } from './run-bundled.mjs';

// Usage of a thousand organizations in batches of five thousand, against a bare COPY of the same rows.

await runBundled('usage-speed', ['usage-sender']);
