import { expect, it, onTestFinished, vi } from 'vitest';

/** Names that PDFKit shapes without HarfBuzz. */
const simpleNames = ['Acme Łódź', 'Ελληνική', 'Український', '简体中文公司', 'カタカナ株式会社', '한국 주식회사'];

// The timeout allows for a busy machine, because the test reads the fonts of seven scripts.
it('is loaded only for a document with letters that need it', async () => {
  let loads = 0;
  // Loads the modules again, because another test may have loaded HarfBuzz.
  vi.resetModules();
  vi.doMock('harfbuzzjs', (importOriginal) => {
    loads += 1;
    return importOriginal();
  });
  onTestFinished(() => {
    vi.doUnmock('harfbuzzjs');
    vi.resetModules();
  });
  const { renderDocument } = await import('./invoice-document.ts');
  const parts = { heading: 'Invoice', title: 'Invoice ACME-0001', created: new Date(0), seller: ['Groundwork'] };
  const document = { ...parts, facts: [], lines: [], totals: [], notes: [] };
  await renderDocument({ ...document, billedTo: simpleNames });
  expect(loads).toBe(0);
  await renderDocument({ ...document, billedTo: ['شركة الأفق'] });
  expect(loads).toBe(1);
}, 60_000);
