/** What notices a fault. */
export type Catcher = 'house rules' | 'hit test' | 'axe-core' | 'virtual screen reader' | 'keyboard walk';

/** A change of one element of the finished page; never a switch in the product. */
export interface PageFault {
  readonly name: string;
  readonly caughtBy: Exclude<Catcher, 'keyboard walk'>;
  /** Found in the words of the finding. */
  readonly finding: string;
  /** Selector of what is changed; the body where absent. */
  readonly at?: string;
  readonly attributes?: Readonly<Record<string, string | null>>;
  readonly styles?: Readonly<Record<string, string>>;
  /** An element put at the end of what is changed: tag, attributes, text, children. */
  readonly insert?: NewElement;
  readonly text?: string;
  readonly title?: string;
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

/** A script that runs before the page's own and breaks what it does. */
export interface WalkFault {
  readonly name: string;
  readonly caughtBy: 'keyboard walk';
  readonly finding: string;
  /** The walk that stumbles. */
  readonly walk: string;
  readonly script: string;
}
