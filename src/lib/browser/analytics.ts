/**
 * What the page tells about its use; nothing, unless a deployment asks for it. Our server relays events where `ANALYTICS_URL` is
 * set, and a page around this one may set `window.billingAnalytics`, which then gets them instead. Events hold no personal data.
 */

declare global {
  interface Window {
    billingAnalytics?: Analytics;
  }
}

/** Where our server takes events for `ANALYTICS_URL`. */
export const eventsPath = '/reports/events';

export type AnalyticsEvent =
  | {
      readonly name: 'plan_panel_opened';
      /** Slug of the organization. */
      readonly organization: string;
      /** The `source` of the address, as the specification lists them, or `page` where it names none. */
      readonly origin: string;
    }
  | {
      readonly name: 'plan_call_to_action_clicked';
      readonly organization: string;
      /** The plan of the card, and the plan that the organization is on. */
      readonly plan: string;
      readonly currentPlan: string;
    };

export type Analytics = (event: AnalyticsEvent) => void;

export const silentAnalytics: Analytics = () => undefined;

/** Writes each event to the browser's console, for trying things out. */
export const consoleAnalytics: Analytics = ({ name, ...facts }) => {
  // oxlint-disable-next-line no-console -- writing to the console is what this one is for
  console.info(`analytics: ${name}`, JSON.stringify(facts));
};

/** Gives each event to our server, also while the page is being left. */
export const relayAnalytics: Analytics = (event) => {
  navigator.sendBeacon(eventsPath, new Blob([JSON.stringify(event)], { type: 'application/json' }));
};

/** By the name that the server gives the page. */
export const analyticsByName = { silent: silentAnalytics, console: consoleAnalytics, relay: relayAnalytics } as const;

export type AnalyticsName = keyof typeof analyticsByName;

let current: Analytics = silentAnalytics;

/** Sends events to another place from now on. */
export function sendEventsTo(analytics: Analytics): void {
  current = analytics;
}

/** Reports one event. What becomes of it never disturbs the page. */
export function recordEvent(event: AnalyticsEvent): void {
  try {
    (globalThis.window?.billingAnalytics ?? current)(event);
  } catch {
    // Counting a press must not cost the press.
  }
}
