declare module 'virtual:design-dependencies' {
  /** Parts that each component or section renders, including itself, by folder below `src`. */
  export const dependencies: Readonly<Record<string, readonly string[]>>;
}
