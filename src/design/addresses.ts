/** URLs of the gallery; embedded mode only. */
export const designAddresses = {
  gallery: '/__design',
  /** A board without states, on which `showAlone` can show one. */
  board: '/__design/board?state=',
  /** A board that loads only one component and shows one of its states. */
  state: (component: string, state: string) =>
    `/__design/board?component=${encodeURIComponent(component)}&state=${encodeURIComponent(state)}`,
  /** A page as rendered for a given member, independent of the signed-in member. */
  frame: (member: string, to: string) => `/__design/frame?member=${encodeURIComponent(member)}&to=${encodeURIComponent(to)}`,
  /** Reads definitions of a token from the token files; development only. */
  definitions: (token: string) => `/__design/definitions?token=${encodeURIComponent(token)}`,
  /** Writes a changed definition; development only. */
  define: '/__design/definitions',
} as const;
