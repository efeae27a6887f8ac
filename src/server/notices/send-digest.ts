import { sentEmail } from '#contract/email-address.ts';
import { secondsOf } from '#server/database/database.ts';
import type { TakenDelivery } from '#server/store/notices/notices.ts';
import { emailId, reasonOf } from './compose-email.ts';
import { shortName } from './email-content.ts';
import { renderEmail } from './render-email.tsx';
import { attempt, lookAgain, recordSendResult } from './attempt.ts';
import type { NoticeContext } from './notice-context.ts';
import type { EmailTransport } from './transport.ts';
import { digestWords, wordsOfNotice, type DigestEntry } from './messages/all-messages.ts';

/** Sends one digest for all deliveries to an address. Withdraws outdated deliveries. A single remaining delivery becomes a normal email. */
export async function sendDigest(
  context: NoticeContext,
  transport: EmailTransport,
  queue: readonly TakenDelivery[],
  now: Date,
): Promise<void> {
  const { db, clock, origin } = context;
  const held: { readonly delivery: TakenDelivery; readonly entry: DigestEntry }[] = [];
  for (const delivery of queue) {
    const truth = await lookAgain(context, delivery);
    if (truth === null) continue;
    const { kind, facts, occurredAt, organizationName } = delivery;
    const { subject } = wordsOfNotice(kind, { ...facts, ...truth.facts }, { name: shortName(organizationName), isPaid: truth.isPaid });
    held.push({ delivery, entry: { occurredSeconds: secondsOf(occurredAt), subject } });
  }
  const [first] = held;
  if (!first) return;
  if (held.length === 1) return attempt(context, transport, first.delivery, now);
  const { slug, organizationName, address, id } = first.delivery;
  const content = digestWords(
    held.map(({ entry }) => entry),
    { name: shortName(organizationName) },
  );
  const body = renderEmail(content, { origin: origin(), slug, organizationName, address, reason: reasonOf(first.delivery) });
  const sentAt = new Date(clock.nowMs());
  const mail = {
    id: emailId(`digest-${id}`),
    kind: 'digest',
    organization: slug,
    to: sentEmail(address),
    ...body,
    attachments: [],
    sentAt,
  };
  const result = await transport.send(mail, db);
  for (const { delivery } of held) await recordSendResult(context, transport, delivery, result, { now, sentAt });
}
