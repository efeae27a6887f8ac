import { html, raw } from 'hono/html';
import eventExamples from '#contract/admin/event-examples.json' with { type: 'json' };
import { eventTypes, type PlatformEventType } from '#contract/admin/event-shapes.ts';
import { eventWords } from '#contract/admin/event-messages.ts';
import { supportAddress } from '#lib/addresses.ts';
import { productName } from '#lib/product.ts';

/** Example of each event type, recorded by the tests. */
const examples: Readonly<Partial<Record<PlatformEventType, unknown>>> = eventExamples;
const exampleOf = (type: PlatformEventType): string => JSON.stringify(examples[type] ?? null, null, 2);

/** Escapes a text, and formats parts in backticks as code. */
const words = (text: string) => raw(text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/`([^`]+)`/g, '<code>$1</code>'));

const verifyExample = `const { Webhook } = require('standardwebhooks');

const webhook = new Webhook(process.env.BILLING_WEBHOOK_SECRET); // whsec_...

app.post('/billing-events', express.raw({ type: 'application/json' }), async (request, response) => {
  let event;
  try {
    event = webhook.verify(request.body.toString(), request.headers);
  } catch {
    return response.sendStatus(401);
  }
  await queue.add(event); // store it first, then respond
  response.sendStatus(204);
});`;

const standingExample = `const known = new Map(); // organization -> { etag, standing }

async function standingOf(organization) {
  const last = known.get(organization);
  const answer = await fetch(\`\${BILLING}/admin/v1/organizations/\${organization}/standing\`, {
    headers: { Authorization: \`Bearer \${KEY}\`, ...(last && { 'If-None-Match': last.etag }) },
    signal: AbortSignal.timeout(500),
  }).catch(() => null);
  if (answer?.status === 200) known.set(organization, { etag: answer.headers.get('ETag'), standing: await answer.json() });
  return known.get(organization)?.standing ?? null; // 304, or no response: use the last known standing
}

app.use(async (request, response, next) => {
  const standing = await standingOf(request.organization);
  if (standing && ['restricted', 'closed'].includes(standing.status))
    return response.status(402).json({ message: 'Billing is overdue', reasons: standing.reasons });
  if (standing?.limit_reached && isLimited(request)) // the spend cap is on, and its quota is used up
    return response.status(402).json({ message: 'The spend cap is reached' });
  next();
});`;

const code = (text: string) => html`<pre><code>${text}</code></pre>`;

const page = html`<!doctype html>
  <html lang="en" dir="ltr">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Events and webhooks - ${productName}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/docs/assets/reference.css" />
    </head>
    <body class="guide">
      <a class="skip" href="#content">Skip to content</a>
      <main id="content" tabindex="-1">
        <h1>Events and webhooks</h1>
        <p>
          The platform records changes of each organization as events, in the transaction of the change. Read them with
          <code>GET /admin/v1/organizations/{slug}/events?after</code>, or receive them at an endpoint.
          <a href="/docs?api=admin">The Admin API</a> lists the calls.
        </p>
        <nav aria-labelledby="contents">
          <h2 id="contents">On this page</h2>
          <ul role="list">
            <li><a href="#receive">Receive events</a></li>
            <li><a href="#verify">Verify a signature</a></li>
            <li><a href="#order">Order and repetitions</a></li>
            <li><a href="#standing">Respond with 402 by standing</a></li>
            <li><a href="#events">All events</a></li>
          </ul>
        </nav>

        <h2 id="receive">Receive events</h2>
        <ol role="list">
          <li>
            Add an endpoint: <code>POST /admin/v1/webhook-endpoints</code> with <code>url</code> and <code>events</code>, or
            <code>billing webhook add URL</code>. Only this response contains the secret.
          </li>
          <li>Respond to each message with a 2xx status within 10 seconds. Store the event first, and process it afterwards.</li>
          <li>Check the deliveries with <code>GET /admin/v1/webhook-endpoints/{endpoint_id}/deliveries</code>.</li>
        </ol>
        <p>
          In production an endpoint needs an https URL on the public internet, on port 443 or 8443 (<code>WEBHOOK_PORTS</code>). Redirects
          are not followed, and at most 1 kB of a response is read.
        </p>

        <h2 id="verify">Verify a signature</h2>
        <p>
          Messages are signed by the scheme of
          <a href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer">Standard Webhooks (opens in new tab)</a>, which has
          libraries for most languages. Verify the raw body, before it is parsed.
        </p>
        ${code(verifyExample)}
        <p>
          Without a library: decode the part after <code>whsec_</code> from base64 as the key of HMAC-SHA256 over
          <code>{webhook-id}.{webhook-timestamp}.{body}</code>. The header <code>webhook-signature</code> has one or more signatures,
          separated by spaces. One of them must be <code>v1,</code> followed by the result in base64; compare in constant time. Refuse a
          <code>webhook-timestamp</code> that differs from your clock by more than five minutes.
        </p>
        <p>
          <code>POST .../rotate</code>, or <code>billing webhook rotate</code>, replaces the secret. For one day, messages have a signature
          by each of the two secrets, so configure the new secret in your program within that day.
        </p>

        <h2 id="order">Order and repetitions</h2>
        <ul role="list">
          <li>
            <code>sequence</code> increases by one with each event of an organization. An endpoint gets an organization's events in order:
            an event that it does not accept blocks later events of that organization, but not of others.
          </li>
          <li>
            An event is delivered at least once. A repetition has the same <code>webhook-id</code>, which is the event's <code>id</code>:
            process each id once.
          </li>
          <li>
            A delivery that is not accepted is retried after 5 seconds, 5 minutes, 30 minutes and so on, for three days. Then the endpoint
            is disabled; a 410 response disables it immediately. Its events are kept: after <code>POST .../enable</code>, or
            <code>billing webhook enable</code>, it gets them in order. To try it before, <code>POST .../test</code> sends a message of type
            <code>webhook.test</code>, without an organization and a sequence.
          </li>
          <li>A program that was down reads missed events with <code>after</code>, the last sequence that it has.</li>
        </ul>

        <h2 id="standing">Respond with 402 by standing</h2>
        <p>
          <code>GET /admin/v1/organizations/{slug}/standing</code> returns the restrictions to enforce. It has an ETag and responds within
          milliseconds, so read it before each request of a customer, or cache it and read it again after <code>restriction.changed</code>,
          <code>limit.reached</code>, <code>limit.lifted</code>, <code>spend_cap.changed</code> or <code>organization.closed</code>. Without
          a response, use the cached standing.
        </p>
        ${code(standingExample)}

        <h2 id="events">All events</h2>
        <p>Amounts are whole cents, and times are unix seconds. New fields may be added to <code>data</code>: ignore unknown ones.</p>
        ${eventTypes.map(
          (type) =>
            html`<section aria-labelledby="${type}">
              <h3 id="${type}">${type}</h3>
              <p>${words(eventWords[type])}</p>
              ${code(exampleOf(type))}
            </section>`,
        )}
      </main>
      <footer class="foot"><a href="${supportAddress}">Contact support</a></footer>
    </body>
  </html>`;

/** Returns the reference page for webhook receivers: event types with examples, signatures, order, and what to enforce. */
export const eventsPage = () => page;
