import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/database/database.ts';
import { postboxAttachments, postboxMessages } from '#server/database/tables/notices.ts';

type NewMessage = Omit<typeof postboxMessages.$inferInsert, 'id'>;

export async function insertPostboxMessage(
  tx: Database,
  message: NewMessage,
  attachments: readonly { readonly name: string; readonly type: string; readonly content: Uint8Array }[],
): Promise<void> {
  const [row] = await tx.insert(postboxMessages).values(message).returning({ id: postboxMessages.id });
  if (!row) throw new Error('A message has no row');
  if (attachments.length > 0)
    await tx.insert(postboxAttachments).values(attachments.map((attachment) => ({ messageId: row.id, ...attachment })));
}

const sizes = {
  messageId: postboxAttachments.messageId,
  name: postboxAttachments.name,
  type: postboxAttachments.type,
  bytes: sql<number>`octet_length(${postboxAttachments.content})`.mapWith(Number),
};

export async function readPostbox(db: Database) {
  const [messages, attached] = await Promise.all([
    db.select().from(postboxMessages).orderBy(asc(postboxMessages.id)),
    db.select(sizes).from(postboxAttachments).orderBy(asc(postboxAttachments.name)),
  ]);
  return messages.map((message) => ({
    ...message,
    attachments: attached.filter(({ messageId }) => messageId === message.id).map(({ name, type, bytes }) => ({ name, type, bytes })),
  }));
}

export type PostboxMessage = Awaited<ReturnType<typeof readPostbox>>[number];

export interface PostboxPart {
  readonly limit: number;
  readonly organization?: string | undefined;
  readonly before?: number | undefined;
}

export const listPostbox = (db: Database, { limit, organization, before }: PostboxPart) =>
  db
    .select({
      id: postboxMessages.id,
      kind: postboxMessages.kind,
      organization: postboxMessages.organization,
      recipient: postboxMessages.recipient,
      subject: postboxMessages.subject,
      sentAt: postboxMessages.sentAt,
    })
    .from(postboxMessages)
    .where(
      and(
        organization === undefined ? undefined : eq(postboxMessages.organization, organization),
        before === undefined ? undefined : lt(postboxMessages.id, before),
      ),
    )
    .orderBy(desc(postboxMessages.id))
    .limit(limit);

export async function postboxOrganizations(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ organization: postboxMessages.organization })
    .from(postboxMessages)
    .orderBy(asc(postboxMessages.organization));
  return rows.map(({ organization }) => organization);
}

export async function findMessage(db: Database, id: number): Promise<PostboxMessage | null> {
  const [[message], attachments] = await Promise.all([
    db.select().from(postboxMessages).where(eq(postboxMessages.id, id)),
    db.select(sizes).from(postboxAttachments).where(eq(postboxAttachments.messageId, id)).orderBy(asc(postboxAttachments.name)),
  ]);
  return message ? { ...message, attachments: attachments.map(({ name, type, bytes }) => ({ name, type, bytes })) } : null;
}

export async function findAttachment(db: Database, messageId: number, name: string) {
  const [row] = await db
    .select()
    .from(postboxAttachments)
    .where(sql`${postboxAttachments.messageId} = ${messageId} and ${postboxAttachments.name} = ${name}`);
  return row ?? null;
}
