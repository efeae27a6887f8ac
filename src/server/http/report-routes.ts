import { Hono } from 'hono';
import { readText, wrongType } from './body.ts';
import { reportPath } from './csp.ts';
import type { HttpEnvironment, WebContext } from './environment.ts';
import { jsonResponse, methodNotAllowed } from './respond.ts';

const reportTypes = new Set(['application/reports+json', 'application/csp-report', 'application/json']);
const mostBytes = 16 * 1024;
const mostKept = 50;

/** Returns the fields of a browser report that help to find the cause. Queries are removed from URLs. */
function essence(text: string): unknown[] {
  const parsed: unknown = JSON.parse(text);
  return (Array.isArray(parsed) ? parsed : [parsed]).slice(0, mostKept).map((entry: unknown) => {
    const { body, 'csp-report': legacy } = (entry ?? {}) as { body?: Record<string, unknown>; 'csp-report'?: Record<string, unknown> };
    const report = body ?? legacy ?? {};
    const first = (...names: string[]): string => {
      const found = names.map((name) => report[name]).find((value) => typeof value === 'string' || typeof value === 'number');
      return String(found ?? '');
    };
    return {
      directive: first('effectiveDirective', 'effective-directive', 'violated-directive').slice(0, 100),
      blocked: first('blockedURL', 'blocked-uri').split('?', 1)[0]?.slice(0, 200),
      page: first('documentURL', 'document-uri').split('?', 1)[0]?.slice(0, 200),
      source: first('sourceFile', 'source-file').split('?', 1)[0]?.slice(0, 200),
      line: Number(first('lineNumber', 'line-number')) || 0,
    };
  });
}

export function reportRoutes({ log, config }: WebContext): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();
  const kept: unknown[] = [];
  let count = 0;

  app.post(reportPath, async (c) => {
    const type = (c.req.header('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (!reportTypes.has(type)) throw wrongType('application/reports+json');
    const text = await readText(c, mostBytes);
    try {
      for (const report of essence(text)) {
        count += 1;
        kept.push(report);
        log.warn({ event: 'csp_violation', report }, 'the content security policy stopped something');
      }
    } catch {
      log.info({ event: 'csp_report_unreadable' }, 'a report could not be read');
    }
    kept.splice(0, kept.length - mostKept);
    return new Response(null, { status: 204 });
  });
  if (config.mode === 'embedded') app.get(reportPath, () => jsonResponse({ count, reports: kept }));
  app.all(reportPath, () => {
    throw methodNotAllowed(config.mode === 'embedded' ? ['GET', 'HEAD', 'POST'] : ['POST']);
  });
  return app;
}
