/** How React Aria's packages ask for a switch of theirs. */
const question = /\(0, \$\w+\$(?:shadowDOM|tableNestedRows)\)\(\)/g;

/**
 * Nothing here turns React Aria's switches on, for pages in shadow trees and for rows within rows. Told so while it is built,
 * the page leaves out what they would switch on.
 */
export const flagsOff = {
  name: 'react-aria-flags-off',
  transform: {
    filter: { id: /\/node_modules\/react-(aria|stately)/, code: question },
    handler: (code: string) => ({ code: code.replace(question, 'false'), map: null }),
  },
};
