declare module 'virtual:design-dependencies' {
  /** Parts that each component or section renders, including itself. Keys are folders relative to `src`. */
  export const dependencies: Readonly<Record<string, readonly string[]>>;
}
