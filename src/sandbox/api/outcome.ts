import type { Json } from '#sandbox/records/values.ts';
import { renderObject } from '#sandbox/render.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import type { Answer, KeyKind } from './endpoint.ts';
import { expandObject } from './expand.ts';
import type { ApiProblem } from './problem.ts';

export interface Outcome {
  status: number;
  body: string;
  headers: Record<string, string>;
}

type JsonObject = { [key: string]: Json };

export function answerOutcome(answer: Answer, expandPaths: string[][], tx: Transaction, key: KeyKind): Outcome {
  const json = renderAnswer(answer, expandPaths, tx);
  return { status: 200, body: JSON.stringify(key === 'publishable' ? publicFields(json) : json), headers: {} };
}

export function problemOutcome(problem: ApiProblem, shown: { tx: Transaction; key: KeyKind } | null = null): Outcome {
  const error: JsonObject = { ...(problem.fields as unknown as JsonObject) };
  const intent = shown && problem.intent ? shown.tx.get(problem.intent.object, problem.intent.id) : undefined;
  if (shown && intent) {
    const json = renderObject(intent, shown.tx);
    error[intent.object] = shown.key === 'publishable' ? publicFields(json) : json;
  }
  const method = shown && problem.paymentMethod !== null ? shown.tx.get('payment_method', problem.paymentMethod) : undefined;
  if (shown && method) Object.assign(error, { payment_method: renderObject(method, shown.tx), payment_method_type: 'card' });
  if (problem.fields.code !== undefined)
    error['doc_url'] = `https://stripe.com/docs/error-codes/${problem.fields.code.replaceAll('_', '-')}`;
  return { status: problem.status, body: JSON.stringify({ error }), headers: problem.headers };
}

function renderAnswer(answer: Answer, expandPaths: string[][], tx: Transaction): JsonObject {
  const full = (json: JsonObject) => expandPaths.reduce((expanded, parts) => expandObject(expanded, parts, tx), json);
  switch (answer.kind) {
    case 'record':
      return { ...full(renderObject(answer.record, tx)), ...answer.extra };
    case 'list':
      return {
        object: 'list',
        data: answer.records.map((record) => full(renderObject(record, tx))),
        has_more: answer.hasMore,
        url: answer.url,
      };
    case 'search':
      return {
        object: 'search_result',
        data: answer.records.map((record) => full(renderObject(record, tx))),
        has_more: answer.nextPage !== null,
        next_page: answer.nextPage,
        url: answer.url,
      };
    case 'json':
      return answer.json;
  }
}

const hiddenFromBrowsers: Record<string, readonly string[]> = {
  payment_intent: [
    'amount_capturable',
    'amount_received',
    'application',
    'application_fee_amount',
    'customer',
    'customer_account',
    'latest_charge',
    'metadata',
    'on_behalf_of',
    'review',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_data',
    'transfer_group',
  ],
  setup_intent: [
    'application',
    'customer',
    'customer_account',
    'latest_attempt',
    'mandate',
    'metadata',
    'on_behalf_of',
    'single_use_mandate',
  ],
};

/** Fields visible to a browser with the intent's client secret. */
export function publicFields(json: JsonObject): JsonObject {
  const hidden = hiddenFromBrowsers[String(json['object'])];
  return hidden ? Object.fromEntries(Object.entries(json).filter(([field]) => !hidden.includes(field))) : json;
}
