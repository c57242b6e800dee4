import { WebSocketServer } from 'ws';

/** A bare `ws` server that only holds its sockets. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('listening', () => process.send?.((server.address() as import('node:net').AddressInfo).port));
process.on('disconnect', () => process.exit(0));
