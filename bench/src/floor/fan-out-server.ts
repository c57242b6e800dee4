import { WebSocketServer } from 'ws';

/** The floor of a broadcast: a bare `ws` server that passes each message on to everyone else. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data, binary) => {
    for (const client of server.clients) if (client !== socket) client.send(data, { binary });
  });
});
server.on('listening', () => process.send?.((server.address() as import('node:net').AddressInfo).port));
process.on('disconnect', () => process.exit(0));
