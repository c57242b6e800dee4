-- What each owner keeps in each bucket, counted by triggers: a quota asks for it with every upload, and must not read all objects.
create table storage.usage (
  bucket_id text not null,
  -- '' for objects of no user, as an API key makes them.
  owner_id text not null,
  files bigint not null default 0,
  bytes bigint not null default 0,
  primary key (owner_id, bucket_id)
);
alter table storage.usage enable row level security;
revoke all on storage.usage from public, anon, authenticated, service_role;

-- Rows in one order: two transactions that change several never wait for each other in a circle. Who keeps nothing has no row.
create function storage.add_usage(changes jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into storage.usage as known (bucket_id, owner_id, files, bytes)
      select c.bucket_id, c.owner_id, sum(c.files), sum(c.bytes)
      from jsonb_to_recordset(changes) c (bucket_id text, owner_id text, files bigint, bytes bigint)
      group by c.bucket_id, c.owner_id
      having sum(c.files) <> 0 or sum(c.bytes) <> 0
      order by c.bucket_id, c.owner_id
      on conflict (owner_id, bucket_id) do update
        set files = known.files + excluded.files, bytes = known.bytes + excluded.bytes;
    delete from storage.usage u
      using jsonb_to_recordset(changes) c (bucket_id text, owner_id text)
      where u.owner_id = c.owner_id and u.bucket_id = c.bucket_id and u.files <= 0;
  $$;
revoke all on function storage.add_usage(jsonb) from public;

create function storage.size_of(metadata jsonb) returns bigint
  language sql immutable set search_path = ''
  as $$ select coalesce((metadata ->> 'size')::numeric, 0)::bigint $$;
revoke all on function storage.size_of(jsonb) from public;

create function storage.count_usage() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    changes jsonb := '[]';
    part jsonb;
  begin
    if tg_op in ('INSERT', 'UPDATE') then
      select coalesce(jsonb_agg(r), '[]') into part from (
        select bucket_id, coalesce(owner_id, '') as owner_id, count(*) as files, sum(storage.size_of(metadata)) as bytes
        from added group by 1, 2
      ) r;
      changes := changes || part;
    end if;
    if tg_op in ('DELETE', 'UPDATE') then
      select coalesce(jsonb_agg(r), '[]') into part from (
        select bucket_id, coalesce(owner_id, '') as owner_id, -count(*) as files, -sum(storage.size_of(metadata)) as bytes
        from removed group by 1, 2
      ) r;
      changes := changes || part;
    end if;
    if changes <> '[]' then
      perform storage.add_usage(changes);
    end if;
    return null;
  end
  $$;
revoke all on function storage.count_usage() from public;
create trigger count_usage_added after insert on storage.objects
  referencing new table as added for each statement execute function storage.count_usage();
create trigger count_usage_changed after update on storage.objects
  referencing new table as added old table as removed for each statement execute function storage.count_usage();
create trigger count_usage_removed after delete on storage.objects
  referencing old table as removed for each statement execute function storage.count_usage();

insert into storage.usage (bucket_id, owner_id, files, bytes)
  select bucket_id, coalesce(owner_id, ''), count(*), sum(storage.size_of(metadata)) from storage.objects group by 1, 2;

-- What an owner has and what all have together, for a transaction under the caller's role.
create function storage.usage_of(owner text) returns table (files bigint, bytes bigint, total_bytes bigint)
  language sql stable security definer set search_path = ''
  as $$
    select
      coalesce(sum(u.files) filter (where u.owner_id = usage_of.owner), 0)::bigint,
      coalesce(sum(u.bytes) filter (where u.owner_id = usage_of.owner), 0)::bigint,
      coalesce(sum(u.bytes), 0)::bigint
    from storage.usage u
  $$;
revoke all on function storage.usage_of(text) from public;
grant execute on function storage.usage_of(text) to anon, authenticated, service_role;
