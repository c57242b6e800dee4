import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { listOutbox } from '../../src/mail/outbox.ts';
import { connectClients, createDatabase, TEST_MASTER_KEY } from '../harness.ts';
import type { ServerReport } from './fixtures/run-server.ts';

const SOURCE = path.join(import.meta.dirname, '../../src');
const METHODS = `auth${path.sep}methods${path.sep}`;
/** A server starts in seconds, on a busy machine in many more. */
const TIMEOUT_MS = 60_000;

const EMAIL = 'lin@fair.example';
const PASSWORD = 'a long enough password';

/** A hook of Node's module loader that writes the address of each module that is loaded. */
const RECORD = `
import { appendFileSync } from 'node:fs';
export function load(url, context, next) {
  appendFileSync(process.env.LOADED_MODULES, url + '\\n');
  return next(url, context);
}`;
const REGISTER = `import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(RECORD)}));`;

interface RunningServer extends ServerReport {
  dataDir: string;
  /** The npm packages that the process has loaded, of those that only methods import. */
  loaded(): Promise<string[]>;
  stop(): Promise<void>;
}

let database: Awaited<ReturnType<typeof createDatabase>>;
let packages: string[];

beforeAll(async () => {
  database = await createDatabase(inject('platformTemplate'));
  packages = await packagesOfMethods();
});
afterAll(() => database.drop());

/** The npm packages that the methods import, and no other part of the server. */
async function packagesOfMethods(): Promise<string[]> {
  const ofMethods = new Set<string>();
  const ofOthers = new Set<string>();
  for (const file of await readdir(SOURCE, { recursive: true })) {
    if (!file.endsWith('.ts') || file.includes('.test.')) continue;
    const text = await readFile(path.join(SOURCE, file), 'utf8');
    const names = text.matchAll(/\b(?:from |import\(|import )'((?:@[\w-]+\/)?[\w-][\w.-]*)(?:\/[^'\n]*)?'/g);
    for (const [, name = ''] of names) (file.startsWith(METHODS) ? ofMethods : ofOthers).add(name);
  }
  return [...ofMethods].filter((name) => !ofOthers.has(name)).sort();
}

/** Starts a server in a process of its own, which records the modules that it loads. */
async function startServer(env: Record<string, string> = {}): Promise<RunningServer> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'dragoman-without-methods-'));
  const modules = path.join(dataDir, 'modules.txt');
  const register = `data:text/javascript,${encodeURIComponent(REGISTER)}`;
  const script = path.join(import.meta.dirname, 'fixtures/run-server.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', register, script], {
    env: {
      PATH: process.env.PATH,
      LOADED_MODULES: modules,
      LOG_LEVEL: 'error',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      MASTER_KEY: TEST_MASTER_KEY,
      RATE_LIMIT_MAIL_DISTANCE_SECONDS: '0',
      PHONE_SIGN_IN: 'false',
      PHONE_FACTOR_ENABLED: 'false',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const report = await Promise.race([line, ended.then(() => null)]);
  if (report === null) throw new Error('the server did not start');
  return {
    ...(JSON.parse(report[0]) as ServerReport),
    dataDir,
    async loaded() {
      const text = await readFile(modules, 'utf8');
      expect(text).toContain('/node_modules/hono/');
      return packages.filter((name) => text.includes(`/node_modules/${name}/`));
    },
    async stop() {
      child.stdin.end();
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function mailedCode(dataDir: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const mail = (await listOutbox(dataDir)).find(({ to }) => to === EMAIL);
      const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0];
      if (code === undefined) throw new Error('no code was mailed');
      return code;
    },
    { timeout: 10_000, interval: 20 },
  );
}

it(
  'a server without optional methods serves accounts, and loads none of the methods’ packages',
  async () => {
    const server = await startServer();
    const { close, client: connect } = connectClients(server.url, server.publishableKey);
    try {
      const client = connect();
      const added = await client.auth.signUp({ email: EMAIL, password: PASSWORD });
      expect(added.error).toBeNull();
      const signedIn = await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
      expect(signedIn.data.user?.id).toBe(added.data.user?.id);
      const refreshed = await client.auth.refreshSession();
      expect(refreshed.data.session?.refresh_token).not.toBe(signedIn.data.session?.refresh_token);

      expect((await client.auth.signInWithOtp({ email: EMAIL })).error).toBeNull();
      const token = await mailedCode(server.dataDir);
      const verified = await client.auth.verifyOtp({ email: EMAIL, token, type: 'email' });
      expect(verified.data.user?.id).toBe(added.data.user?.id);

      const changed = await client.auth.updateUser({ data: { name: 'Lin' }, password: `${PASSWORD}, newer` });
      expect(changed.data.user?.user_metadata).toMatchObject({ name: 'Lin' });

      const factor = await client.auth.mfa.enroll({ factorType: 'totp' });
      const factorId = factor.data?.id ?? '';
      const code = new TOTP({ secret: Secret.fromBase32(factor.data?.totp.secret ?? '') }).generate();
      expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();

      const recoveryCode = async (path: string, body?: object) => {
        const { data } = await client.auth.getSession();
        const response = await fetch(`${server.url}/auth/v1/factors/recovery-codes${path}`, {
          method: 'POST',
          headers: {
            apikey: server.publishableKey,
            authorization: `Bearer ${data.session?.access_token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body ?? {}),
        });
        expect(response.status).toBe(200);
        return (await response.json()) as { codes: string[]; user: { id: string } };
      };
      const { codes } = await recoveryCode('');
      const recovered = await recoveryCode('/verify', { code: codes[0] });
      expect(recovered.user.id).toBe(added.data.user?.id);

      const admin = await connect(server.secretKey).auth.admin.listUsers();
      expect(admin.data.users.map(({ email }) => email)).toEqual([EMAIL]);

      // The calls of the methods are there, and refuse.
      const phone = await client.auth.signInWithOtp({ phone: '+971501234567' });
      expect(phone.error?.code).toBe('phone_provider_disabled');
      const sso = await client.auth.signInWithSSO({ domain: 'fair.example' });
      expect(sso.error?.code).toBe('saml_provider_disabled');
      const idToken = await client.auth.signInWithIdToken({ provider: 'google', token: 'x.y.z' });
      expect(idToken.error?.code).toBe('provider_disabled');

      const last = connect();
      await last.auth.signInWithPassword({ email: EMAIL, password: `${PASSWORD}, newer` });
      expect((await last.auth.signOut()).error).toBeNull();
      expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');

      expect(await server.loaded()).toEqual([]);
    } finally {
      await close();
      await server.stop();
    }
  },
  TIMEOUT_MS,
);

it(
  'a server with those that use packages has loaded each of them',
  async () => {
    const server = await startServer({
      SAML_ENABLED: 'true',
      PUBLIC_URL: 'https://fair.example',
      AUTH_PROVIDERS: 'google,github',
      AUTH_GOOGLE_CLIENT_ID: 'a client',
      AUTH_GOOGLE_CLIENT_SECRET: 'its secret',
      AUTH_GITHUB_CLIENT_ID: 'a client',
      AUTH_GITHUB_CLIENT_SECRET: 'its secret',
    });
    try {
      expect(packages).not.toEqual([]);
      expect(await server.loaded()).toEqual(packages);
    } finally {
      await server.stop();
    }
  },
  TIMEOUT_MS,
);
