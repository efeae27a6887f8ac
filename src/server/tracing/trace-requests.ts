import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { MiddlewareHandler } from 'hono';

interface TracedEnvironment {
  Variables: { requestId: string; route: string | undefined };
}

/** If the request headers name a trace, the span belongs to that trace. */
export function traceRequests(nameOf: (path: string) => string): MiddlewareHandler<TracedEnvironment> {
  return (c, next) => {
    const { method } = c.req;
    const parent = propagation.extract(context.active(), { traceparent: c.req.header('traceparent') });
    return trace
      .getTracer('billing')
      .startActiveSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'request.id': c.get('requestId') } },
        parent,
        async (span) => {
          try {
            await next();
          } finally {
            const route = c.get('route') ?? nameOf(c.req.path);
            const { status } = c.res;
            span.updateName(`${method} ${route}`);
            span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
            if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
            span.end();
          }
        },
      );
  };
}
