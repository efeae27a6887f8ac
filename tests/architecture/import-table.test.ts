import { describe, expect, it } from 'vitest';
import { importFaults } from './import-table.ts';
import { sourceFiles } from './source-files.ts';

describe('import table', () => {
  it('holds for every source file', () => {
    // Left out: this file and the token tests, which quote the faulty sources that they seed.
    const files = sourceFiles(/^(src|tests|a11y|design-tokens)\/.*\.tsx?$/).filter(
      ({ path }) => !/^(tests\/architecture\/import-table|design-tokens\/.*)\.test\.ts$/.test(path),
    );
    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap(({ path, text }) => importFaults(path, text))).toEqual([]);
  });

  it.each([
    ['contract', 'src/contract/x.ts', "import { clsx } from 'clsx';"],
    ['contract to lib', 'src/contract/x.ts', "import type { A } from '#lib/money.ts';"],
    ['lib to billing', 'src/lib/x.ts', "import { a } from '#billing/reads.ts';"],
    ['ui to contract', 'src/ui/X/X.tsx', "import type { Plan } from '#contract/types.ts';"],
    ['ui to billing', 'src/ui/X/X.tsx', "import { a } from '#billing/reads.ts';"],
    ['billing to app', 'src/billing/x.ts', "import { a } from '#app/routes.ts';"],
    ['section to section', 'src/billing/credits/X.tsx', "import { a } from '#billing/invoices/invoice-page.ts';"],
    ['billing to server', 'src/billing/x.ts', "import { a } from '#server/config.ts';"],
    ['app to server', 'src/app/x.ts', "const a = await import('#server/config.ts');"],
    ['domain to store', 'src/server/domain/x.ts', "import { a } from '#server/store/schema.ts';"],
    ['store to routes', 'src/server/store/x.ts', "export { a } from '#server/routes/a.ts';"],
    ['payments to store', 'src/server/payments/x.ts', "import { a } from '#server/store/schema.ts';"],
    ['routes to config', 'src/server/routes/x.ts', "import { a } from '#server/config.ts';"],
    ['server to a page', 'src/server/http/x.ts', "import { a } from '#app/App.tsx';"],
    ['climbing', 'src/lib/x.ts', "import { a } from '../contract/types.ts';"],
    ['react-aria-components outside dialogs', 'src/ui/Button/x.tsx', "import { Button } from 'react-aria-components';"],
    ['react-aria outside ui', 'src/app/x.tsx', "import { useButton } from 'react-aria/useButton';"],
    ['stripe outside payments', 'src/server/routes/x.ts', "import Stripe from 'stripe';"],
    ['luxon outside dates', 'src/server/domain/x.ts', "import { DateTime } from 'luxon';"],
    ['drizzle outside the store', 'src/server/routes/x.ts', "import { eq } from 'drizzle-orm';"],
  ])('refuses %s', (_, path, source) => {
    expect(importFaults(path, source)).toHaveLength(1);
  });

  it('lets allowed imports be', () => {
    const source = "import { a } from '#lib/money.ts';\nimport { b } from '#billing/shared/queries.ts';\nimport { c } from './x.ts';";
    expect(importFaults('src/billing/credits/X.tsx', source)).toEqual([]);
  });
});
