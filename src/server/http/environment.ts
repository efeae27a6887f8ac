import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { SecureHeadersVariables } from 'hono/secure-headers';
import type { ManifestChunk, RenderPage } from '#lib/page-request.ts';
import type { Context } from '#server/context.ts';
import type { CallingToken, OrganizationScope, SignedInMember } from '#server/domain/access.ts';

export interface Identity {
  readonly member: SignedInMember;
  /** Null if the organization does not exist or the member does not belong to it. Responses do not distinguish the two. */
  readonly organization: OrganizationScope | null;
  /** Public ID of the session; null for a provider's bearer token. */
  readonly sessionId: string | null;
}

export interface Caller {
  /** Returns null if no member is signed in. */
  readonly identify: (slug?: string) => Promise<Identity | null>;
  /** Null for any other credential. @throws {PlatformError} 401 for an organization token that is unknown or has ended */
  readonly token: () => Promise<CallingToken | null>;
  /** Whether the bearer token or cookie of the request equals a secret. */
  readonly holds: (secret: string) => boolean;
}

export interface HttpEnvironment {
  Bindings: {
    isAdminPort?: boolean;
  };
  Variables: SecureHeadersVariables & {
    requestId: string;
    /** Name of the API call; undefined for other requests. */
    route: string | undefined;
    /** The caller, if the request queue has looked it up. */
    caller: Caller | undefined;
    /** Rate limit headers of the response; undefined until the request is counted for a key. */
    rateLimit: Readonly<Record<string, string>> | undefined;
    tokenId: string | undefined;
  };
}

export type HttpContext = HonoContext<HttpEnvironment>;

export interface Page {
  readonly render: RenderPage;
  /** Null under the development server. */
  readonly manifest: Readonly<Record<string, ManifestChunk>> | null;
  readonly assets: MiddlewareHandler;
  /** Folder of the API reference's files; absent if the build has none. */
  readonly reference?: string;
}

export interface WebContext extends Context {
  readonly page: Page;
  /** True if browsers reach this server over https. */
  readonly secure: boolean;
}
