import type { Command } from 'commander';
import { tableOf } from './answers.ts';
import { everyPage } from './every-page.ts';
import type { Verbs } from './verbs.ts';

export function addJobs(program: Command, { verb, run, withClient }: Verbs): void {
  const jobs = program.command('jobs').description('Background jobs that failed for hours and are no longer retried');
  const list = verb(jobs, 'list', 'List the jobs, oldest first');
  list.action(() =>
    run(list, async () => {
      const data = await withClient(({ call }) => everyPage(call, 'listDeadJobs'));
      const rows = data.dead_jobs.map(({ at, ...job }) => ({ ...job, since: new Date(at * 1000).toISOString() }));
      return { data, text: tableOf(rows, ['id', 'queue', 'lane', 'code', 'since']) };
    }),
  );
  const retry = verb(jobs, 'retry', 'Retry a job after its cause is fixed').argument('<id>', 'as it is listed, or all');
  retry.action((id: string) =>
    run(retry, async () => {
      const retried = await withClient(async ({ call }) => {
        const ids = id === 'all' ? (await everyPage(call, 'listDeadJobs')).dead_jobs.map((job) => job.id) : [id];
        for (const one of ids) await call('retryDeadJob', { params: { job_id: one } });
        return ids;
      });
      return { data: { retried }, text: `${retried.length} ${retried.length === 1 ? 'job is' : 'jobs are'} tried again.` };
    }),
  );
}
