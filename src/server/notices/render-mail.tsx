/** @jsxImportSource react */
import { renderToStaticMarkup } from 'react-dom/server';
import { productName } from '#lib/product.ts';
import { MailDocument } from './MailDocument.tsx';
import { printedName, safeLine, type MailContent } from './mail-content.ts';

export interface MailBody {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface MailPlace {
  readonly origin: string;
  readonly slug: string;
  readonly organizationName: string;
  readonly address: string;
  readonly reason: MailReason;
}

export type MailReason = 'recipient' | 'former' | 'named' | 'member' | 'unconfirmed';

const footers: Readonly<Record<MailReason, (address: string, name: string) => string>> = {
  recipient: (address, name) => `${address} is a billing recipient of ${name} at ${productName}.`,
  former: (address, name) => `${address} was a billing recipient of ${name}. You get no further email about it.`,
  named: (address, name) => `${address} gets the alerts of a budget of ${name} at ${productName}.`,
  member: (address, name) => `${address} gets this as a member: ${name} has no confirmed recipient for it at ${productName}.`,
  unconfirmed: (address, name) => `${address} gets no other email about ${name} at ${productName} unless it is confirmed.`,
};

const footerOf = ({ address, organizationName, reason }: MailPlace): string => footers[reason](address, printedName(organizationName));

/** Renders an email as HTML and text. */
export function renderMail(content: MailContent, place: MailPlace): MailBody {
  const href = `${place.origin}/org/${encodeURIComponent(place.slug)}/${content.action.path}`;
  return renderLetter(content, href, footerOf(place));
}

/** Renders an email with the caller's link and footer. */
export function renderLetter(content: MailContent, href: string, footer: string): MailBody {
  const subject = safeLine(content.subject);
  const html = `<!doctype html>${renderToStaticMarkup(<MailDocument content={{ ...content, subject }} href={href} footer={footer} />)}`;
  const parts = [
    content.heading,
    ...content.paragraphs,
    content.facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    `${content.action.label}: ${href}`,
    `-- \n${footer}`,
  ];
  return { subject, html, text: `${parts.filter((part) => part !== '').join('\n\n')}\n` };
}
