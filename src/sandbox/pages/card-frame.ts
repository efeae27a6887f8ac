import { html } from 'hono/html';
import { Hono } from 'hono';
import { announcerElement, cardFields } from './card-fields.ts';
import { appearanceOf } from './layout.ts';
import { sendPage, type PageContext } from './page-context.ts';

/** Serves the card fields in a frame, so that card numbers never reach the platform's page. */
export function cardFrameRoutes({ core, basePath }: PageContext): Hono {
  return new Hono().get('/frame/card', (context) => {
    const channel = context.req.query('channel') ?? '';
    return sendPage(context, {
      title: 'Card fields',
      basePath,
      script: 'frame.js',
      framed: true,
      appearance: appearanceOf((name) => context.req.query(name)),
      body: html`<form class="card-form" novalidate aria-label="Card">
        ${cardFields({ country: 'US', postalCode: '' })} ${announcerElement}
        <button type="submit" class="visually-hidden" tabindex="-1" aria-hidden="true">Submit</button>
      </form>`,
      bodyData: { base: basePath, now: String(core.nowMs), channel },
    });
  });
}
