import http from 'node:http';
import https from 'node:https';
import { serverConfig } from './lib/server-config.ts';

/**
 * Whether the server on this machine is ready: the health check of the container's image. Ends with
 * code 1 when it is not.
 */
const TIME_LIMIT_MS = 4_000;

const config = serverConfig();
const hostname = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
const request = (config.https ? https : http).get(
  // The certificate is for another name than the one that this machine is asked under.
  { hostname, port: config.port, path: '/readyz', timeout: TIME_LIMIT_MS, rejectUnauthorized: false },
  (answer) => {
    answer.pipe(process.stdout);
    process.exitCode = answer.statusCode === 200 ? 0 : 1;
  },
);
request.on('timeout', () => request.destroy(new Error('no answer in time')));
request.on('error', (error) => {
  console.error(`${hostname}:${config.port}: ${error.message}`);
  process.exitCode = 1;
});
