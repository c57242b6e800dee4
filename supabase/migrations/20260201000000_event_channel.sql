-- The private channel `event` carries what the organiser tells everybody at once, such as an announcement. Who is signed in may
-- listen, guests among them; without a policy for insert nobody may speak on it but the server.
drop policy if exists "Listen to the event's channel" on realtime.messages;
create policy "Listen to the event's channel" on realtime.messages
  for select to authenticated
  using (extension = 'broadcast' and topic = 'event' and (select realtime.topic()) = 'event');
