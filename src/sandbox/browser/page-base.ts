export interface PageBase {
  /** Base path of the gateway, without a trailing slash. */
  basePath: string;
  /** Time of the gateway's clock when the page was rendered, in Unix milliseconds. */
  nowMs: number;
  channel: string;
}

export function readBase(): PageBase {
  const { base = '', now = '', channel = '' } = document.body.dataset;
  return { basePath: base, nowMs: Number(now), channel };
}
