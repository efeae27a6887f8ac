import { expect, it } from 'vitest';
import { readBounce } from './read-bounce.ts';

const inLines = (text: string): string => text.trimStart().replaceAll('\n', '\r\n');

const report = (about: string, returned: string, head = ''): string =>
  inLines(`
From: MAILER-DAEMON@mail.example (Mail Delivery System)
To: bounces@billing.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
${head}Content-Type: multipart/report; report-type=delivery-status;
	boundary="4F2B.1/mail.example"

--4F2B.1/mail.example
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--4F2B.1/mail.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example
Arrival-Date: Wed, 25 Nov 2026 18:00:00 +0000 (UTC)

${about}
--4F2B.1/mail.example
${returned}
--4F2B.1/mail.example--
`);

const gone = `Final-Recipient: rfc822; gone@later.example
Original-Recipient: rfc822;Ada@acme.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <gone@later.example>: Recipient address rejected:
    no such user
`;
const headers = `Content-Type: text/rfc822-headers

Subject: Receipt: $84.10 paid
Message-ID: <notice-12@notices.groundwork.example>
`;

it('names the mail and its recipient, under the address that it was sent to and the one where it ended', async () => {
  expect(await readBounce(report(gone, headers))).toEqual({
    deliveries: [12],
    recipients: [{ addresses: ['Ada@acme.example', 'gone@later.example'], status: '5.1.1', meaning: 'bounced' }],
  });
});

it.each([
  ['the whole mail', report(gone, headers.replace('text/rfc822-headers', 'message/rfc822')), [12]],
  ['its headers in UTF-8', report(gone, headers.replace('text/rfc822-headers', 'message/global-headers')), [12]],
  [
    'its name in the headers of the report alone',
    report(gone, 'Content-Type: text/plain\n\nGone.\n', 'In-Reply-To: <notice-13@notices.groundwork.example>\n'),
    [13],
  ],
  [
    'its name in the envelope alone',
    report(`Original-Envelope-Id: notice-14@notices.groundwork.example\n\n${gone}`, 'Content-Type: text/plain\n\nGone.\n'),
    [14],
  ],
  ['a mail of somebody else', report(gone, headers.replace('notice-12@notices', 'notice-12@others')), []],
])('finds the mail where a server returns %s', async (_, message, deliveries) => {
  expect((await readBounce(message)).deliveries).toEqual(deliveries);
});

it.each([
  ['failed', '5.2.1', 'bounced'],
  ['failed', '4.4.1', 'bounced'],
  ['failed', '5.0.0', 'bounced'],
  ['failed', '5.7.1', 'refused'],
  ['failed', '5.3.4', 'refused'],
  ['Delayed', '4.4.1', 'ignored'],
  ['delivered', '2.0.0', 'ignored'],
])('%s with %s means %s', async (action, status, meaning) => {
  const about = gone.replace('failed', action).replace('Status: 5.1.1', `Status: ${status}`);
  expect((await readBounce(report(about, headers))).recipients).toEqual([expect.objectContaining({ status, meaning })]);
});

it('reads each of several recipients', async () => {
  const other = gone.replaceAll('gone@later', 'late@later').replace('failed', 'delayed');
  expect((await readBounce(report(`${gone}\n${other}`, headers))).recipients.map(({ meaning }) => meaning)).toEqual(['bounced', 'ignored']);
});

it.each([
  ['nothing', ''],
  [
    'a reply of a person',
    inLines('From: ada@acme.example\nSubject: Re: Receipt\n\nThank you.\n> <notice-12@notices.groundwork.example>\n'),
  ],
  ['what is no mail', '\u0000\u0001 not a mail'],
])('makes nothing of %s', async (_, message) => {
  expect((await readBounce(message)).recipients).toEqual([]);
});

it('reads what is there of a report that is cut off', async () => {
  const whole = report(gone, headers);
  for (let length = 0; length < whole.length; length += 40) {
    const { deliveries, recipients } = await readBounce(whole.slice(0, length));
    expect([deliveries.length < 2, recipients.length < 2]).toEqual([true, true]);
  }
});
