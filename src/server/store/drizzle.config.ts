import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --config src/server/store/drizzle.config.ts --name <what>` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/store/tables/*.ts',
  out: './src/server/store/migrations',
});
