import type { Invoice } from '#contract/types.ts';
import { DateText } from '#ui/DateText/DateText.tsx';
import factStyles from '#billing/shared/page/Facts.module.css';
import { DocumentButton } from './DocumentButton.tsx';
import { EInvoiceButton } from './EInvoice.tsx';
import styles from './InvoicePage.module.css';
import { correctionPaper, correctionPaperTexts as texts } from './invoice-rows.ts';

export function InvoiceCorrections({ invoice }: { invoice: Invoice }) {
  const corrections = invoice.corrections ?? [];
  if (corrections.length === 0) return null;
  return (
    <div className={styles.wide}>
      <dt className={factStyles.term}>Corrections</dt>
      {corrections.map(({ number, credit_note_number: note, at, ...files }, index) => (
        <dd key={number}>
          {`Corrected by invoice ${number}, with credit note ${note}`} (<DateText seconds={at} />)
          <div className={styles.documents} data-print="never">
            <DocumentButton invoice={invoice} document={correctionPaper(texts.correctedInvoice, number, index, 'pdf')} />
            <EInvoiceButton
              invoice={invoice}
              offer={files.e_invoice}
              label={texts.correctedEInvoice}
              name={number}
              offerIn={({ corrections: read }) => read?.[index]?.e_invoice}
            />
            <DocumentButton invoice={invoice} document={correctionPaper(texts.creditNote, note, index, 'credit_note_pdf')} />
            <EInvoiceButton
              invoice={invoice}
              offer={files.credit_note_e_invoice}
              label={texts.creditNoteEInvoice}
              name={note}
              offerIn={({ corrections: read }) => read?.[index]?.credit_note_e_invoice}
            />
          </div>
        </dd>
      ))}
    </div>
  );
}
