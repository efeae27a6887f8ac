import type { Invoice } from '#contract/types.ts';
import { helpAddresses } from '#lib/addresses.ts';
import { formatDate } from '#lib/dates/format.ts';
import { invoiceStatusLabel } from '#lib/invoice-status-label.ts';
import { formatCents } from '#lib/money.ts';
import { fillText } from '#lib/texts/fill.ts';
import { paletteTexts as texts } from '#lib/texts/palette.ts';
import { announce } from '#ui/Announcer/announce.ts';
import type { Command } from '#ui/CommandMenu/CommandMenu.tsx';
import { invoiceRows } from '#billing/invoices/invoice-rows.ts';
import { pressAt } from './go-to.ts';

/** Returns a function that closes the search and opens an address. */
export type GoTo = (address: string) => () => void;

/** Returns a command for each invoice, credit note and corrected invoice. Each opens the page of its invoice, which lists the documents. */
export const invoiceCommands = (invoices: readonly Invoice[], slug: string, go: GoTo): Command[] =>
  invoiceRows(invoices).map(({ id, number, at, cents, invoice, paper }) => ({
    id,
    words: number,
    about: `${formatDate(at)}, ${formatCents(cents)}, ${paper ? `${paper.label}. ${paper.explanation}` : invoiceStatusLabel(invoice.status)}`,
    onAction: go(helpAddresses.invoice(slug, invoice.id)),
  }));

/** Returns download commands. Each opens the page of its invoice and presses the download button there. */
export const downloadCommands = (invoices: readonly Invoice[], slug: string, leave: () => void): Command[] =>
  invoices
    .filter(({ invoice_pdf: pdf }) => pdf !== null)
    .map(({ id, number }) => ({
      id: `download-${id}`,
      words: fillText(texts.download, { number }),
      onAction: () => {
        leave();
        void pressAt(helpAddresses.invoice(slug, id), `pdf-${id}`).then((isPressed) => isPressed || announce(texts.notHere));
      },
    }));
