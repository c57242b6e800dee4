import { mailServers, type MailServer as PackageMailServer } from '@dragoman/supabase-server/test/auth/mails';
import { restServers } from '@dragoman/supabase-server/test/rest/fixture';
import { startTestServer, type TestServer } from './harness.ts';

/** The product, whose mails can be read. */
export type MailServer = PackageMailServer<TestServer>;

export const startMailServer = mailServers(startTestServer);

/** Boots the product with the tables of the data API's tests beside its own. */
export const startRestServer = restServers(startTestServer);
