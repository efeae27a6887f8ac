import type { AnalyticsName } from '#lib/browser/analytics.ts';
import type { CallInput, CallResponse } from '#contract/types.ts';
import type { PaymentSetup } from './payment-setup.ts';
import type { CallName } from '#contract/calls.ts';

/** Runs one call of the contract for the signed-in member, in process, with the same rules as over HTTP. */
export type ServerCall = <N extends CallName>(
  name: N,
  input: CallInput<N>,
  signal?: AbortSignal,
) => Promise<{ data: CallResponse<N>; totalCount: string | null }>;

export interface SandboxMember {
  /** Stable handle, for example `owner`. */
  readonly handle: string;
  readonly username: string;
  readonly description: string;
}

/** One entry of Vite's client manifest. */
export interface ManifestChunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly isEntry?: boolean;
}

/** Everything the renderer needs to answer a page request; it reads nothing else. */
export interface PageRequest {
  readonly url: URL;
  readonly signedIn: boolean;
  /** True when the signed-in member belongs to that organization. */
  readonly belongsTo: (slug: string) => Promise<boolean>;
  readonly call: ServerCall;
  readonly cookies: Readonly<Record<string, string>>;
  readonly nonce: string;
  /** The platform's clock, in milliseconds since 1970. */
  readonly nowMs: number;
  readonly mode: 'embedded' | 'production';
  /** Where the page sends its analytics events. */
  readonly analytics: AnalyticsName;
  /** How the browser takes cards. */
  readonly payments: PaymentSetup | null;
  /** Members that the sandbox sign-in offers; empty outside the embedded mode. */
  readonly sandboxMembers: readonly SandboxMember[];
  /** Path where signing in at the identity provider begins; null where there is none. */
  readonly signInAt: string | null;
  /** Null under the development server, which serves sources by their own paths. */
  readonly manifest: Readonly<Record<string, ManifestChunk>> | null;
}

export interface PageAnswer {
  readonly status: 200 | 302 | 403 | 404 | 500;
  readonly location?: string;
  /** Complete HTML document; empty for a redirect. */
  readonly html: string;
}

export type RenderPage = (request: PageRequest) => Promise<PageAnswer>;
