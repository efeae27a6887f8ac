import { runBundled } from './run-bundled.mjs';

// What one organization notices while a member of another one floods the platform.

await runBundled('fair-turns', ['fair-load']);
