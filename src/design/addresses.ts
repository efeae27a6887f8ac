/** Addresses of the gallery. They exist in the embedded mode only. */
export const designAddresses = {
  gallery: '/__design',
  /** A board that is empty until it receives a state. */
  board: '/__design/board?state=',
  /** A board that knows the states of one component only, and shows one of them and nothing else. */
  state: (component: string, state: string) =>
    `/__design/board?component=${encodeURIComponent(component)}&state=${encodeURIComponent(state)}`,
  /** A page as a given member sees it, independent of the signed-in user. */
  frame: (member: string, to: string) => `/__design/frame?member=${encodeURIComponent(member)}&to=${encodeURIComponent(to)}`,
  /** Definitions of a token in the token files, while developing. */
  definitions: (token: string) => `/__design/definitions?token=${encodeURIComponent(token)}`,
  /** Takes a changed definition, while developing. */
  define: '/__design/definitions',
} as const;
