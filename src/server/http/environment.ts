import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { SecureHeadersVariables } from 'hono/secure-headers';
import type { ManifestChunk, RenderPage } from '#lib/page-request.ts';
import type { Context } from '#server/context.ts';
import type { OrganizationScope, SignedInMember } from '#server/domain/access.ts';

export interface Identity {
  readonly member: SignedInMember;
  /** Null when no such organization exists or the member doesn't belong to it: the two look the same. */
  readonly organization: OrganizationScope | null;
  /** Public id of the session; null for a bearer token of the provider. */
  readonly sessionId: string | null;
}

/** Who makes a request. */
export interface Caller {
  /** Null without a signed-in member. */
  readonly identify: (slug?: string) => Promise<Identity | null>;
  /** Whether the request carries exactly this secret. */
  readonly holds: (secret: string) => boolean;
}

/** What each request carries on its way through the server. */
export interface HttpEnvironment {
  Variables: SecureHeadersVariables & {
    requestId: string;
    /** Name of the call, where it is one. */
    route: string | undefined;
    /** Who makes the request, if the queue of requests has looked it up. */
    caller: Caller | undefined;
  };
}

export type HttpContext = HonoContext<HttpEnvironment>;

/** The built page: its renderer, its files, and the style of serving them. */
export interface Page {
  readonly render: RenderPage;
  /** Null under the development server. */
  readonly manifest: Readonly<Record<string, ManifestChunk>> | null;
  readonly assets: MiddlewareHandler;
  /** Folder of the API reference's files, as a build has written them; absent where there is no such page. */
  readonly reference?: string;
}

export interface WebContext extends Context {
  readonly page: Page;
  /** True when browsers reach this server over https. */
  readonly secure: boolean;
}
