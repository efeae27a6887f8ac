import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';
import type { TraceSettings } from '#server/settings/operation-settings.ts';

/** Milliseconds during which a failed export is retried. After that, its spans are discarded. */
const timeoutMillis = 5000;
/** Maximum number of milliseconds that the shutdown waits for the collector. */
const mostAtStopMs = 1500;

function exporterTo(endpoint: string, log: Log): SpanExporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, timeoutMillis });
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS)
          log.warn({ err: result.error, event: 'traces_not_sent', spans: spans.length }, 'the collector did not accept traces');
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** Exports spans of requests, SQL statements and gateway calls. @returns a function that flushes the spans and stops the export */
export function sendTraces({ endpoint, serviceName }: TraceSettings, log: Log): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
    spanProcessors: [new BatchSpanProcessor({ exporter: exporterTo(endpoint, log) })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    const patience = new AbortController();
    // Ignores export failures, because they are already logged and must not block the shutdown.
    const shutdown = provider.shutdown().then(
      () => true,
      () => true,
    );
    const late = sleep(mostAtStopMs, false, { signal: patience.signal }).catch(() => false);
    if (!(await Promise.race([shutdown, late]))) log.warn({ event: 'traces_not_sent' }, 'the collector took too long for the last traces');
    patience.abort();
    trace.disable();
    context.disable();
    propagation.disable();
  };
}
