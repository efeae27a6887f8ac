/** React Aria speaks through the page's announcer, in every build and in the tests. */
export const announcerAlias = {
  find: /^(\.\.|react-aria\/private)\/live-announcer\/LiveAnnouncer(\.mjs)?$/,
  replacement: `${import.meta.dirname}/react-aria-announcer.ts`,
};

/**
 * The same where the development server bundles packages ahead, which aliases do not reach. Outside that bundle, so that
 * the page has one announcer.
 */
export const announcerAhead = {
  name: 'announcer',
  resolveId: (source: string) =>
    announcerAlias.find.test(source) ? { id: '/src/app/build/react-aria-announcer.ts', external: true as const } : null,
};
