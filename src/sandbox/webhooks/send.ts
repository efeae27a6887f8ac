export type Send = (request: Request) => Promise<Response>;

/** Thrown if an event could not be sent. `message` is the reason. */
export class NotSent extends Error {}

/** Sends an event over the network to this machine only, because a sandbox must not send events elsewhere. */
export const sendOnThisMachine: Send = (request) => {
  const { hostname } = new URL(request.url);
  const here = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return here ? fetch(request) : Promise.reject(new NotSent('not sent: the sandbox delivers to this machine only'));
};
