import pg from 'pg';

/** Removes the limit on sending: one person of a measurement sends as much as a whole hall. */
export async function liftMessageRate(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `update private.quotas set members = null where name in ('messages_per_minute', 'messages_per_10_seconds')`,
    );
  } finally {
    await client.end();
  }
}
