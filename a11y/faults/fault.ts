export type Catcher = 'house rules' | 'hit test' | 'axe-core' | 'virtual screen reader' | 'keyboard walk';

/** A test causes the fault by changing one element of the rendered page. The product has no code for faults. */
export interface PageFault {
  readonly name: string;
  readonly caughtBy: Exclude<Catcher, 'keyboard walk'>;
  readonly finding: string;
  /** Selector of the changed element; default: body. */
  readonly at?: string;
  readonly attributes?: Readonly<Record<string, string | null>>;
  readonly styles?: Readonly<Record<string, string>>;
  readonly insert?: NewElement;
  readonly text?: string;
  readonly title?: string;
  readonly comesLast?: true;
  readonly moves?: true;
  readonly blurs?: true;
  readonly width?: number;
}

export interface NewElement {
  readonly tag: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly children?: readonly NewElement[];
}

/** A script that runs before the page's scripts and breaks their behavior. */
export interface WalkFault {
  readonly name: string;
  readonly caughtBy: 'keyboard walk';
  readonly finding: string;
  readonly walk: string;
  readonly script: string;
}
