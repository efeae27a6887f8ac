import type { AdminShape } from '#contract/admin/admin-types.ts';
import { notFound } from '#server/platform-error.ts';
import { deadLetters, retryDeadLetter, type DeadLetter } from '#server/store/background-jobs.ts';
import type { AdminHandler } from './admin-handler.ts';
import { pageOfAll } from './lists/list-page.ts';

const mostRead = 10_000;

const deadJobView = ({ id, queue, lane, output, atSeconds }: DeadLetter): AdminShape<'DeadJob'> => ({
  id,
  queue,
  lane,
  // If a run timed out, its stored output has no code.
  code: output === null ? null : (output.code ?? 'ended'),
  at: atSeconds,
});

export const listDeadJobs: AdminHandler<'listDeadJobs'> = async ({ query }, { db }) => {
  const { rows, next_cursor } = pageOfAll(await deadLetters(db, mostRead), query, ({ atSeconds, id }) => ({ order: atSeconds, id }));
  return { data: { dead_jobs: rows.map(deadJobView), next_cursor } };
};

export const retryDeadJob: AdminHandler<'retryDeadJob'> = async ({ params }, { db }) =>
  db.transaction(async (tx) => {
    if (!(await retryDeadLetter(tx, params.job_id))) throw notFound('Dead job');
    return { data: { id: params.job_id, retried: true } };
  });
