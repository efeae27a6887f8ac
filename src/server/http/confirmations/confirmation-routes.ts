import { Hono } from 'hono';
import type { Context } from '#server/context.ts';
import { readForm } from '#server/http/body.ts';
import type { HttpContext, HttpEnvironment } from '#server/http/environment.ts';
import { nonceOf, staffHeaders } from '#server/http/headers.ts';
import { methodNotAllowed } from '#server/http/respond.ts';
import { findConfirmationLink, useConfirmationLink, type ConfirmationLink } from '#server/store/notices/confirmations.ts';
import { lockOrganization } from '#server/store/organization-lock.ts';
import { findOrganization, isClosed, organizationBySlug } from '#server/store/organizations.ts';
import { addWork } from '#server/store/outbox.ts';
import { confirmationPage, confirmedPage, exampleNames, unusableLinkPage } from './confirmation-pages.ts';

const routePath = '/org/:slug/confirm-address';
const pathOf = (slug: string): string => routePath.replace(':slug', slug);

const examplePath = '/sandbox/confirm-address';

const tokenForm = /^[\w-]{43}$/;

/** Pages that the link of a confirmation email opens. They need no sign-in, because the token in the link authorizes the reader. */
export function confirmationRoutes({ db, clock, config, paymentContext }: Context): Hono<HttpEnvironment> {
  const app = new Hono<HttpEnvironment>();

  const openOrganization = async (slug: string): Promise<number | null> => {
    const organization = await organizationBySlug(db, slug);
    return organization && !(await isClosed(db, organization.id)) ? organization.id : null;
  };

  const render = async (c: HttpContext, organizationId: number | null, link: ConfirmationLink | null, token: string) => {
    // Prevents the browser from sending the token in the Referer header.
    c.header('Referrer-Policy', 'no-referrer');
    if (organizationId === null || link === null) return c.html(await unusableLinkPage(nonceOf(c)), 404);
    const { name, slug } = await findOrganization(db, organizationId);
    const names = { organization: name, address: link.address };
    return c.html(await (link.isConfirmed ? confirmedPage(names, nonceOf(c)) : confirmationPage(pathOf(slug), names, token, nonceOf(c))));
  };

  const confirm = (organizationId: number, token: string): Promise<ConfirmationLink | null> =>
    db.transaction(async (tx) => {
      await lockOrganization(tx, organizationId);
      const link = await useConfirmationLink(tx, { organizationId, token }, clock.nowSeconds());
      if (link) await addWork(tx, { organizationId, kind: 'sync_customer', subject: String(organizationId) });
      return link;
    });

  app.get(routePath, staffHeaders, async (c) => {
    const token = c.req.query('token') ?? '';
    const organizationId = tokenForm.test(token) ? await openOrganization(c.req.param('slug')) : null;
    const link = organizationId === null ? null : await findConfirmationLink(db, { organizationId, token }, clock.nowSeconds());
    return render(c, organizationId, link, token);
  });
  app.post(routePath, staffHeaders, async (c) => {
    const token = (await readForm(c)).get('token') ?? '';
    const organizationId = tokenForm.test(token) ? await openOrganization(c.req.param('slug')) : null;
    const link = organizationId === null ? null : await confirm(organizationId, token);
    paymentContext.wake();
    return render(c, organizationId, link, token);
  });
  app.all(routePath, () => {
    throw methodNotAllowed(['GET', 'POST']);
  });

  if (config.mode === 'embedded')
    app.get(examplePath, staffHeaders, async (c) => {
      const isConfirmed = c.req.query('confirmed') !== undefined;
      return c.html(
        await (isConfirmed ? confirmedPage(exampleNames, nonceOf(c)) : confirmationPage(examplePath, exampleNames, 'example', nonceOf(c))),
      );
    });
  return app;
}
