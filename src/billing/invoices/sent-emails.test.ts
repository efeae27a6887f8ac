import { expect, it } from 'vitest';
import { inLists, emailsLine, sentWords, type SentNotice } from './sent-emails.ts';

const delivery = (address: string, state: SentNotice['deliveries'][number]['state'] = 'sent') => ({
  address,
  state,
  attempts: 1,
  sent_at: null,
});
const notice = (deliveries: SentNotice['deliveries']): SentNotice => ({
  id: '1',
  kind: 'invoice_issued',
  subject: 'Invoice A-1',
  invoice_id: 'in_000001',
  at: 0,
  deliveries,
});

it('counts what came back by the last email to each address', () => {
  expect(emailsLine([])).toBe('No emails');
  expect(emailsLine([notice([delivery('a@x', 'bounced'), delivery('b@x')])])).toBe('1 email, 1 bounced');
  expect(emailsLine([notice([delivery('a@x', 'bounced'), delivery('A@x')])])).toBe('1 email');
});

it('shows those in trouble first where there are many', () => {
  const many = Array.from({ length: 20 }, (_, index) => delivery(`r${index}@x`, index === 19 ? 'bounced' : 'sent'));
  const { first, others } = inLists(many);
  expect([first[0]?.address, first.length, others.length]).toEqual(['r19@x', 8, 12]);
});

it('names where an invoice goes, and says when it goes nowhere', () => {
  expect(sentWords([notice(['a', 'b', 'c', 'd'].map((name) => delivery(`${name}@x`, 'queued')))], 'A-1')).toEqual({
    message: 'Invoice A-1 is on its way to a@x, b@x, c@x and 1 more',
    isSent: true,
  });
  expect(sentWords([notice([])], 'A-1').isSent).toBe(false);
});
