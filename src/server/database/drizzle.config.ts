import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --config src/server/database/drizzle.config.ts --name <what>` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/database/tables/*.ts',
  out: './src/server/database/migrations',
});
