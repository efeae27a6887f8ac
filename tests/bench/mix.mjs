import { runBundled } from './run-bundled.mjs';

// Compares the platform with the bare database under continuous read and write requests.

await runBundled('mix', ['mix-load']);
