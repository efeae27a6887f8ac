/** URLs of the gallery, which exists in the embedded mode only. */
export const designAddresses = {
  gallery: '/__design',
  /** A board without any state. The command `showAlone` can then show a state. */
  board: '/__design/board?state=',
  /** A board that loads only one component and shows only one of its states. */
  state: (component: string, state: string) =>
    `/__design/board?component=${encodeURIComponent(component)}&state=${encodeURIComponent(state)}`,
  /** A page as one given member sees it. The signed-in member does not matter. */
  frame: (member: string, to: string) => `/__design/frame?member=${encodeURIComponent(member)}&to=${encodeURIComponent(to)}`,
  /** Endpoint to read the definitions of a token from the token files; in development only. */
  definitions: (token: string) => `/__design/definitions?token=${encodeURIComponent(token)}`,
  /** Endpoint to write a changed definition to a token file; in development only. */
  define: '/__design/definitions',
} as const;
