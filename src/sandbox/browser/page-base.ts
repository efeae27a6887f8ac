export interface PageBase {
  /** Path of the gateway without a trailing slash. */
  basePath: string;
  /** Unix milliseconds of the gateway's clock at page creation. */
  nowMs: number;
  channel: string;
}

export function readBase(): PageBase {
  const { base = '', now = '', channel = '' } = document.body.dataset;
  return { basePath: base, nowMs: Number(now), channel };
}
