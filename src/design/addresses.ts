/** URLs of the gallery; embedded mode only. */
export const designAddresses = {
  gallery: '/__design',
  /** An empty board that receives a state. */
  board: '/__design/board?state=',
  /** A board that loads one component and shows one of its states alone. */
  state: (component: string, state: string) =>
    `/__design/board?component=${encodeURIComponent(component)}&state=${encodeURIComponent(state)}`,
  /** A page as a given member sees it, independent of the signed-in user. */
  frame: (member: string, to: string) => `/__design/frame?member=${encodeURIComponent(member)}&to=${encodeURIComponent(to)}`,
  /** Reads definitions of a token from the token files; development only. */
  definitions: (token: string) => `/__design/definitions?token=${encodeURIComponent(token)}`,
  /** Writes a changed definition; development only. */
  define: '/__design/definitions',
} as const;
