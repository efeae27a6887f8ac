import type { Step, Target } from './state.ts';

/** Returns a readable form of a target, such as `button "Close" in dialog "Spend cap"`. */
export function describeTarget({ role, name, within, frame }: Target): string {
  const roleAndName = `${role} ${typeof name === 'string' ? JSON.stringify(name) : String(name)}`;
  return `${roleAndName}${within ? ` in ${describeTarget(within)}` : ''}${frame === undefined ? '' : ` in frame "${frame}"`}`;
}

export function describeStep(step: Step): string {
  switch (step.do) {
    case 'press':
    case 'focus':
    case 'hover':
      return `${step.do} ${describeTarget(step.target)}`;
    case 'await':
      return `wait for ${describeTarget(step.target)}`;
    case 'fill':
      return `fill ${describeTarget(step.target)} with "${step.text}"`;
    case 'choose':
      return `choose ${step.file} for ${describeTarget(step.target)}`;
    case 'type':
      return `type "${step.text}"`;
    case 'key':
      return `press ${step.key}`;
    case 'hold':
      return 'stop loading';
    case 'stall':
      return 'let the platform take for ever';
    case 'offline':
      return 'take the connection away';
    case 'open':
      return `open ${step.address}`;
    case 'signOut':
      return 'end the session';
    case 'changeBudgets':
      return `save another amount in the budgets of ${step.organization} as somebody else`;
    case 'propose':
      return `ask for credits of ${step.organization} as a developer`;
    case 'fault':
      return `break at the gateway: ${Object.values(step.fault).join(' ')}`;
  }
}
