/** @jsxImportSource react */
import { renderToStaticMarkup } from 'react-dom/server';
import { productName } from '#lib/product.ts';
import { EmailDocument } from './EmailDocument.tsx';
import { printedName, safeLine, type EmailContent } from './email-content.ts';

export interface EmailBody {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface EmailPlace {
  readonly origin: string;
  readonly slug: string;
  readonly organizationName: string;
  readonly address: string;
  readonly reason: EmailReason;
}

export type EmailReason = 'recipient' | 'former' | 'named' | 'member' | 'owner' | 'ownerless' | 'approver' | 'unconfirmed';

const footers: Readonly<Record<EmailReason, (address: string, name: string) => string>> = {
  recipient: (address, name) => `${address} is a billing recipient of ${name} at ${productName}.`,
  former: (address, name) => `${address} was a billing recipient of ${name}. You get no further email about it.`,
  named: (address, name) => `${address} gets the alerts of a budget of ${name} at ${productName}.`,
  member: (address, name) => `${address} gets this as a member: ${name} has no confirmed recipient for it at ${productName}.`,
  owner: (address, name) => `${address} gets this as an owner of ${name} at ${productName}.`,
  ownerless: (address, name) => `${address} gets this as a member: ${name} has no owner at ${productName}.`,
  approver: (address, name) => `${address} gets this as a member who manages billing of ${name} at ${productName}.`,
  unconfirmed: (address, name) => `${address} gets no other email about ${name} at ${productName} unless it is confirmed.`,
};

const footerOf = ({ address, organizationName, reason }: EmailPlace): string => footers[reason](address, printedName(organizationName));

export function renderEmail(content: EmailContent, place: EmailPlace): EmailBody {
  const href = `${place.origin}/org/${encodeURIComponent(place.slug)}/${content.action.path}`;
  return renderLetter(content, href, footerOf(place));
}

export function renderLetter(content: EmailContent, href: string, footer: string): EmailBody {
  const subject = safeLine(content.subject);
  const html = `<!doctype html>${renderToStaticMarkup(<EmailDocument content={{ ...content, subject }} href={href} footer={footer} />)}`;
  const parts = [
    content.heading,
    ...content.paragraphs,
    content.facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `${content.action.label}: ${href}`,
    `-- \n${footer}`,
  ];
  return { subject, html, text: `${parts.filter((part) => part !== '').join('\n\n')}\n` };
}
