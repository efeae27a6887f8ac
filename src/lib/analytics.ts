/**
 * What the page tells about its use. A deployment that wants to know passes a function to `sendEventsTo` before the
 * page starts; without one nothing is kept and nothing leaves the browser. Events hold no personal data.
 */

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

let current: Analytics = silentAnalytics;

/** Sends events to another place from now on. */
export function sendEventsTo(analytics: Analytics): void {
  current = analytics;
}

/** Reports one event. What becomes of it never disturbs the page. */
export function record(event: AnalyticsEvent): void {
  try {
    current(event);
  } catch {
    // Counting a press must not cost the press.
  }
}
