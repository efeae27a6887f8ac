import type { Database } from './database.ts';
import { instantOf } from './instants.ts';
import { feedback } from './tables/requests.ts';

interface NewFeedback extends Omit<typeof feedback.$inferInsert, 'createdAt'> {
  readonly atSeconds: number;
}

export async function insertFeedback(db: Database, { atSeconds, ...answers }: NewFeedback): Promise<void> {
  await db.insert(feedback).values({ ...answers, createdAt: instantOf(atSeconds) });
}
