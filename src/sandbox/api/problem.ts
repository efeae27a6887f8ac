import type { ApiErrorFields } from '#sandbox/records/errors.ts';

interface Related {
  intent?: ApiProblem['intent'];
  paymentMethod?: string;
  /** True to keep the changes that were made before the error, for example the record of a declined charge. */
  keepsChanges?: boolean;
  headers?: Record<string, string>;
}

export class ApiProblem extends Error {
  readonly status: number;
  readonly fields: ApiErrorFields;
  /** Intent to include in the error object; its fields are rendered when the response is sent. */
  readonly intent: { object: 'payment_intent' | 'setup_intent'; id: string } | null;
  readonly paymentMethod: string | null;
  readonly keepsChanges: boolean;
  readonly headers: Record<string, string>;

  constructor(status: number, fields: ApiErrorFields, related: Related = {}) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
    this.intent = related.intent ?? null;
    this.paymentMethod = related.paymentMethod ?? null;
    this.keepsChanges = related.keepsChanges ?? false;
    this.headers = related.headers ?? {};
  }
}

export function invalidRequest(
  message: string,
  details: { code?: string; param?: string } = {},
  related?: { intent?: ApiProblem['intent'] },
): ApiProblem {
  return new ApiProblem(400, { type: 'invalid_request_error', message, ...details }, related);
}

export const missingParameter = (name: string): ApiProblem =>
  invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });

/** Returns a "No such ..." error. `status` is 404 if the path names the object, and 400 if a parameter names it. */
export function noSuch(what: string, id: string, param: string, status: 404 | 400 = 400): ApiProblem {
  return new ApiProblem(status, { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'`, param });
}
