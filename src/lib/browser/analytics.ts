/**
 * Analytics events: off unless a deployment sets `ANALYTICS_URL` (our server relays them) or a host page sets `window.billingAnalytics`
 * (which then receives them instead). Events hold no personal data.
 */

declare global {
  interface Window {
    billingAnalytics?: Analytics;
  }
}

/** Path of our server that relays events to `ANALYTICS_URL`. */
export const eventsPath = '/reports/events';

export type AnalyticsEvent =
  | {
      readonly name: 'plan_panel_opened';
      readonly organization: string;
      /** The `source` parameter of the address, from the specification's list; `page` if there is none. */
      readonly origin: string;
    }
  | {
      readonly name: 'plan_call_to_action_clicked';
      readonly organization: string;
      /** The plan on the pressed card, and the organization's current plan. */
      readonly plan: string;
      readonly currentPlan: string;
    };

export type Analytics = (event: AnalyticsEvent) => void;

export const silentAnalytics: Analytics = () => undefined;

/** Writes each event to the browser console, for development. */
export const consoleAnalytics: Analytics = ({ name, ...facts }) => {
  // oxlint-disable-next-line no-console -- writing to the console is what this one is for
  console.info(`analytics: ${name}`, JSON.stringify(facts));
};

/** Sends each event to our server; also works during page unload. */
export const relayAnalytics: Analytics = (event) => {
  navigator.sendBeacon(eventsPath, new Blob([JSON.stringify(event)], { type: 'application/json' }));
};

/** Analytics targets by the name in the server's page data. */
export const analyticsByName = { silent: silentAnalytics, console: consoleAnalytics, relay: relayAnalytics } as const;

export type AnalyticsName = keyof typeof analyticsByName;

let current: Analytics = silentAnalytics;

export function sendEventsTo(analytics: Analytics): void {
  current = analytics;
}

/** Reports one event. Never throws. */
export function recordEvent(event: AnalyticsEvent): void {
  try {
    (globalThis.window?.billingAnalytics ?? current)(event);
  } catch {
    // An analytics failure must not break the button that reported it.
  }
}
