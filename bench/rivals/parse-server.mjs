/** Parse Server with LiveQuery in the same process, as its guide starts it. */
import { createRequire } from 'node:module';

const { ParseServer } = createRequire(import.meta.url)('parse-server');
const url = `http://127.0.0.1:${process.env.PORT}/parse`;

await ParseServer.startApp({
  appId: 'bench',
  masterKey: process.env.MASTER_KEY,
  databaseURI: `${process.env.DATABASE_URL}?max=${process.env.DATABASE_POOL_SIZE}`,
  serverURL: url,
  publicServerURL: url,
  host: '127.0.0.1',
  port: Number(process.env.PORT),
  mountPath: '/parse',
  silent: true,
  logLevel: 'error',
  logsFolder: null,
  allowClientClassCreation: false,
  enableAnonymousUsers: false,
  directAccess: true,
  startLiveQueryServer: true,
  liveQuery: { classNames: ['Message'] },
  schema: {
    definitions: [
      {
        className: 'Message',
        fields: {
          key: { type: 'String', required: true },
          chat: { type: 'Number', required: true },
          sender: { type: 'Pointer', targetClass: '_User', required: true },
          content: { type: 'String', required: true },
        },
        classLevelPermissions: {
          find: { requiresAuthentication: true },
          get: { requiresAuthentication: true },
          create: { requiresAuthentication: true },
          count: {},
          update: {},
          delete: {},
          addField: {},
        },
      },
    ],
    lockSchemas: true,
  },
});
