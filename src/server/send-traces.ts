import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { context, propagation, trace, type Attributes, type AttributeValue } from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator, hrTimeToNanoseconds, type ExportResult } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Log } from './log.ts';
import type { TraceSettings } from './operation-settings.ts';

const patienceMs = 5000;

const valueOf = (value: AttributeValue | undefined): object => {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { stringValue: String(value) };
};
const attributesOf = (attributes: Attributes) => Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

/** A span as OTLP writes it in JSON, where kinds count from one. */
const toOtlp = (span: ReadableSpan): object => ({
  traceId: span.spanContext().traceId,
  spanId: span.spanContext().spanId,
  ...(span.parentSpanContext ? { parentSpanId: span.parentSpanContext.spanId } : {}),
  name: span.name,
  kind: span.kind + 1,
  startTimeUnixNano: String(hrTimeToNanoseconds(span.startTime)),
  endTimeUnixNano: String(hrTimeToNanoseconds(span.endTime)),
  attributes: attributesOf(span.attributes),
  status: { code: span.status.code },
});

/** Posts spans to a collector. The published exporter for this Node brings a package with an install script along. */
function otlpExporter(endpoint: string, log: Log): SpanExporter {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const post = async (spans: readonly ReadableSpan[]): Promise<void> => {
    const [first] = spans;
    if (!first) return;
    const scopeSpans = [{ scope: { name: 'billing' }, spans: spans.map(toOtlp) }];
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ resource: { attributes: attributesOf(first.resource.attributes) }, scopeSpans }] }),
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
  };
  const outcome = async (spans: readonly ReadableSpan[]): Promise<ExportResult> => {
    try {
      await post(spans);
      return { code: ExportResultCode.SUCCESS };
    } catch (error) {
      log.warn({ err: error, event: 'traces_not_sent', spans: spans.length }, 'the collector took no traces');
      return { code: ExportResultCode.FAILED };
    }
  };
  const tell = async (spans: readonly ReadableSpan[], done: (result: ExportResult) => void): Promise<void> => done(await outcome(spans));
  return {
    export: (spans, done) => void tell(spans, done),
    shutdown: () => Promise.resolve(),
  };
}

/** Sends what requests, statements and calls of the gateway tell of themselves. @returns sends the rest and stops */
export function sendTraces({ endpoint, serviceName }: TraceSettings, log: Log): () => Promise<void> {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }),
    spanProcessors: [new BatchSpanProcessor(otlpExporter(endpoint, log))],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    // What could not be sent has been logged, and a stop goes on without it.
    await provider.shutdown().catch(() => undefined);
    trace.disable();
    context.disable();
    propagation.disable();
  };
}
