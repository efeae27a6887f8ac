import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type pg from 'pg';

type Query = (...args: unknown[]) => unknown;

/** Returns a name without values: the prepared name, or the command, such as `select`. */
function summaryOf(statement: unknown): string {
  const { text, name } =
    typeof statement === 'string' ? { text: statement, name: undefined } : (statement as { text?: string; name?: string });
  return name ?? /^\s*(\w+)/.exec(text ?? '')?.[1]?.toLowerCase() ?? 'query';
}

function traced(query: Query): Query {
  return (statement, ...rest) => {
    const summary = summaryOf(statement);
    return trace
      .getTracer('billing')
      .startActiveSpan(
        summary,
        { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql', 'db.query.summary': summary } },
        async (span) => {
          try {
            return await query(statement, ...rest);
          } catch (error) {
            span.setStatus({ code: SpanStatusCode.ERROR });
            span.setAttribute('db.response.status_code', String((error as { code?: unknown }).code));
            throw error;
          } finally {
            span.end();
          }
        },
      );
  };
}

export function traceQueries(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    client.query = traced(client.query.bind(client) as Query) as typeof client.query;
  });
}
