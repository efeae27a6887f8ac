/** What the server wrote into the page for its script. */
export interface PageBase {
  /** Path of the gateway, without a slash at the end. */
  basePath: string;
  /** Unix milliseconds of the gateway's clock when the page was made. */
  nowMs: number;
  channel: string;
}

export function readBase(): PageBase {
  const { base = '', now = '', channel = '' } = document.body.dataset;
  return { basePath: base, nowMs: Number(now), channel };
}
