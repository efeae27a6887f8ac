/** Environment for `app.fetch` without a server. It simulates a local connection, so that the address check of API keys works. */
export const localConnection = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } };
