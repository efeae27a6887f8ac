/** Analytics are off unless a deployment sets `ANALYTICS_URL` or a host page sets `window.billingAnalytics`. Sends no personal data. */

declare global {
  interface Window {
    billingAnalytics?: Analytics;
  }
}

export const eventsPath = '/reports/events';

export type AnalyticsEvent =
  | {
      readonly name: 'plan_panel_opened';
      readonly organization: string;
      /** Value of the URL parameter `source`, one of the values in the specification; `page` if the parameter is missing. */
      readonly origin: string;
    }
  | {
      readonly name: 'plan_call_to_action_clicked';
      readonly organization: string;
      readonly plan: string;
      readonly currentPlan: string;
    };

export type Analytics = (event: AnalyticsEvent) => void;

export const silentAnalytics: Analytics = () => undefined;

export const consoleAnalytics: Analytics = ({ name, ...facts }) => {
  // oxlint-disable-next-line no-console -- writing to the console is what this one is for
  console.info(`analytics: ${name}`, JSON.stringify(facts));
};

/** Also works while the page unloads. */
export const relayAnalytics: Analytics = (event) => {
  navigator.sendBeacon(eventsPath, new Blob([JSON.stringify(event)], { type: 'application/json' }));
};

export const analyticsByName = { silent: silentAnalytics, console: consoleAnalytics, relay: relayAnalytics } as const;

export type AnalyticsName = keyof typeof analyticsByName;

let current: Analytics = silentAnalytics;

export function sendEventsTo(analytics: Analytics): void {
  current = analytics;
}

/** Never throws. */
export function recordEvent(event: AnalyticsEvent): void {
  try {
    (globalThis.window?.billingAnalytics ?? current)(event);
  } catch {
    // An analytics failure must not break the button that recorded the event.
  }
}
