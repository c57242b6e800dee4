import type { Person } from '../harness.ts';

/** A session of the vendor's without a visitor. @returns its id */
export async function openSession(vendor: Person): Promise<string> {
  const { data } = await vendor.client
    .from('sessions')
    .insert({ vendor_id: vendor.profileId })
    .select('id')
    .single()
    .throwOnError();
  return data.id;
}

/** The visitor joins a new session of the vendor's, as by its code. @returns its id */
export async function meet(vendor: Person, visitor: Person): Promise<string> {
  const id = await openSession(vendor);
  await visitor.client.rpc('join_session', { session_id: id }).throwOnError();
  return id;
}
