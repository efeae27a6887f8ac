import { expect, it } from 'vitest';
import { approversOf, COMMAND, type ApproverKey } from './staff-rules.ts';

const key = (id: string, owner: string, createdBy: string = COMMAND): ApproverKey => ({ id, owner, createdBy });

it('lets another owner approve, and none that the requester has made, with whatever keys in between', () => {
  const keys = [
    key('root', 'root@example.com'),
    key('ada', 'ada@example.com', 'root'),
    key('ada-too', ' ADA@example.com', 'root'),
    key('ben', 'ben@example.com', 'root'),
    key('made', 'friend@example.com', 'ada-too'),
    key('far', 'far@example.com', 'made'),
  ];
  expect(approversOf('ada', keys)).toEqual(['root', 'ben']);
  // All keys come from the first one, so only a key of the machine's own can check it.
  expect(approversOf('root', keys)).toEqual([]);
  expect(approversOf('root', [...keys, key('second', 'second@example.com')])).toEqual(['second']);
});

it('counts keys that the command has made as its own', () => {
  const keys = [key('root', 'root@example.com'), key('ben', 'ben@example.com', 'root')];
  expect(approversOf(COMMAND, keys)).toEqual(['ben']);
});
