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
  /** Origin of the pages. */
  readonly origin: string;
  readonly slug: string;
  readonly organizationName: string;
  readonly address: string;
  /** Whether the address was replaced by another. */
  readonly isFormer: boolean;
  /** Whether what the mail is about names the address itself. */
  readonly isNamed?: boolean;
}

const footerOf = ({ address, organizationName, isFormer, isNamed = false }: MailPlace): string =>
  isNamed
    ? `${address} gets the alerts of a budget of ${printedName(organizationName)} at ${productName}.`
    : isFormer
      ? `${address} was a billing recipient of ${printedName(organizationName)}. You get no further email about it.`
      : `${address} is a billing recipient of ${printedName(organizationName)} at ${productName}.`;

/** Both twins of one mail. */
export function renderMail(content: MailContent, place: MailPlace): MailBody {
  const href = `${place.origin}/org/${encodeURIComponent(place.slug)}/${content.action.path}`;
  return renderLetter(content, href, footerOf(place));
}

/** Renders the same email with an address and a footer that the caller gives. */
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
