import { defineConfig } from 'vite';
export default defineConfig({ test: { environment: 'node', include: ['tests/simulation/**/*.test.ts'], globalSetup: ['/tmp/sim-setup.ts'], testTimeout: 900000, hookTimeout: 60000 } } as never);
