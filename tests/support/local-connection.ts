/** Environment for `app.fetch` without a server. It simulates a local connection, because API keys check the client's address. */
export const localConnection = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } };
