import type { CallDeclaration } from './declaration.ts';
import { subscriptionsRead } from './permissions.ts';

const statement = '/platform/organizations/{slug}/billing/statement' as const;

export const statementCalls = {
  getStatement: {
    method: 'GET',
    path: statement,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'StatementQuery',
    success: 200,
    response: 'Statement',
  },
  getStatementCsv: {
    method: 'GET',
    path: `${statement}/csv`,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'StatementQuery',
    success: 200,
    file: 'text/csv',
  },
  getStatementJournal: {
    method: 'GET',
    path: `${statement}/journal`,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'StatementJournalQuery',
    success: 200,
    file: 'text/plain',
  },
  getStatementPdf: {
    method: 'GET',
    path: `${statement}/pdf`,
    access: subscriptionsRead,
    params: 'SlugParams',
    query: 'StatementQuery',
    success: 200,
    file: 'application/pdf',
  },
} as const satisfies Record<string, CallDeclaration>;
