/**
 * Usage from organization tokens. Its record IDs are unique per project, and separate from the IDs of the operator's records. So a token
 * cannot use up, correct or detect IDs of another project or of the operator.
 */
import type { RefusedRecord } from './usage-batch.ts';
import type { UsageRecord } from './usage-records.ts';

/** Control character as separator, because senders cannot use it in IDs. */
const separator = '\u001E';

export const tokenRecordId = (projectRef: string, id: string): string => `${projectRef}${separator}${id}`;

/** Splits the records: a token that is limited to one project may not send records of other projects. */
export function ofTokensProject(all: readonly UsageRecord[], projectRef: string | null) {
  const isOwn = (record: UsageRecord): boolean => projectRef === null || record.projectRef === projectRef;
  const rejected = all
    .filter((record) => !isOwn(record))
    .map(({ index, id }): RefusedRecord => ({
      index,
      id,
      path: 'project_ref',
      code: 'other_project',
      message: `This token is limited to the project ${projectRef}`,
    }));
  return { records: all.filter(isOwn), rejected };
}

export const withStoredIds = (records: readonly UsageRecord[]): UsageRecord[] =>
  records.map((record) => ({
    ...record,
    id: tokenRecordId(record.projectRef, record.id),
    replaces: record.replaces === undefined ? undefined : tokenRecordId(record.projectRef, record.replaces),
  }));

export function withSentIds(rejected: readonly RefusedRecord[], sent: readonly UsageRecord[]): RefusedRecord[] {
  const ids = new Map(sent.map(({ index, id }) => [index, id]));
  return rejected.map((each) => ({ ...each, id: ids.get(each.index) ?? each.id }));
}
