/** React Aria speaks through the page's announcer, in every build and in the tests. */
export const announcerAlias = {
  find: /^(\.\.|react-aria\/private)\/live-announcer\/LiveAnnouncer(\.mjs)?$/,
  replacement: `${import.meta.dirname}/react-aria-announcer.ts`,
};
