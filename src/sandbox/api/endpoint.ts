import type { AnyRecord, ObjectName } from '#sandbox/records/record-types.ts';
import type { Json } from '#sandbox/records/values.ts';
import type { Transaction } from '#sandbox/store/transaction.ts';
import { expandPaths, type Shape, type Values } from './params.ts';

export type Access = 'secret_key' | 'client_secret' | 'either_key';
export type KeyKind = 'secret' | 'publishable';

export interface Call<S extends Shape> {
  tx: Transaction;
  params: Values<S>;
  path: (name: string) => string;
  key: KeyKind;
}

export type Answer =
  | { kind: 'record'; record: AnyRecord; extra?: { [key: string]: Json } }
  | { kind: 'list'; url: string; records: AnyRecord[]; hasMore: boolean }
  | { kind: 'search'; url: string; records: AnyRecord[]; nextPage: string | null }
  | { kind: 'json'; json: { [key: string]: Json } };

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** Path relative to /v1, with `:name` for variable segments. */
  path: string;
  access: Access;
  object: ObjectName;
  /** True if the response is a list, so `expand` paths start with `data.` */
  isList: boolean;
  shape: Shape;
  run: (call: Call<Shape>) => Answer;
}

type Settings = Pick<Endpoint, 'method' | 'path' | 'object'> & Partial<Pick<Endpoint, 'access' | 'isList'>>;

/** Every endpoint accepts the parameter `expand`. */
export function defineEndpoint<const S extends Shape>(settings: Settings, params: S, run: (call: Call<S>) => Answer): Endpoint {
  const shape: Shape = { expand: expandPaths, ...params };
  return { access: 'secret_key', isList: false, ...settings, shape, run: run as Endpoint['run'] };
}

export const answerEndpoint = (record: AnyRecord): Answer => ({ kind: 'record', record });
