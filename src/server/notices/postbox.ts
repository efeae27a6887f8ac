import { insertPostboxMessage } from '#server/store/notices/postbox.ts';
import { productName } from '#lib/product.ts';
import type { EmailTransport } from './transport.ts';

const sender = `${productName} <billing@groundwork.example>`;

/** Creates the transport of the embedded mode: it writes emails to a table that anyone can read. */
export const createPostbox = (): EmailTransport => ({
  lanes: 1,
  isTransactional: true,
  close: () => undefined,
  send: async ({ id, kind, organization, to, subject, text, html, attachments, sentAt }, tx) => {
    const headers = {
      From: sender,
      To: to,
      Subject: subject,
      Date: sentAt.toUTCString(),
      'Message-ID': id,
      'Auto-Submitted': 'auto-generated',
      'Content-Language': 'en',
    };
    await insertPostboxMessage(tx, { kind, organization, recipient: to, subject, headers, text, html, sentAt }, attachments);
    return { ok: true };
  },
});
