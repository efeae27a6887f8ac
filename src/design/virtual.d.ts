declare module 'virtual:design-dependencies' {
  /** What each component and section draws, itself included, by folder below `src`. */
  export const dependencies: Readonly<Record<string, readonly string[]>>;
}
