declare module 'virtual:design-dependencies' {
  /** Rendered parts of each component and section, itself included, by folder below `src`. */
  export const dependencies: Readonly<Record<string, readonly string[]>>;
}
