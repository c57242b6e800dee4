-- Ids are chosen by the caller, so that a call whose answer was lost adds nothing twice.
drop function public.add_material(text, int, jsonb);
drop function public.create_booth_invitation();
drop function public.hand_over_chat(uuid, uuid, text);

create function public.add_material(title text, pages int, passages jsonb, document_id uuid default gen_random_uuid())
  returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    mine uuid := private.my_booth();
  begin
    if not exists (select from public.profiles p where p.id = mine and p.role = 'vendor') then
      raise exception 'Only vendors have material' using errcode = '42501';
    end if;
    -- Serialises devices that add at the same time.
    perform pg_advisory_xact_lock(hashtextextended('material_documents:' || mine, 0));
    if exists (
      select from public.material_documents d where d.id = add_material.document_id and d.owner_id = mine
    ) then
      return add_material.document_id;
    end if;
    if (select count(*) from public.material_documents d where d.owner_id = mine) >= 20 then
      raise exception 'There may be 20 documents at most'
        using errcode = 'PT409', hint = 'Delete a document that is not needed';
    end if;
    if exists (
      select from jsonb_array_elements(add_material.passages) given
      where (given ->> 'page')::int > add_material.pages
    ) then
      raise exception 'A passage stands on a page that the document does not have' using errcode = '23514';
    end if;
    insert into public.material_documents (id, owner_id, title, pages, characters)
      select add_material.document_id, mine, btrim(add_material.title), add_material.pages,
        coalesce(sum(char_length(given ->> 'content')), 0)
      from jsonb_array_elements(add_material.passages) given;
    insert into public.material_passages (document_id, ordinal, owner_id, page, content)
      select add_material.document_id, place, mine, (given ->> 'page')::int, given ->> 'content'
      from jsonb_array_elements(add_material.passages) with ordinality listed (given, place);
    return add_material.document_id;
  end
  $$;

create function public.create_booth_invitation(invitation_id uuid default gen_random_uuid())
  returns table (id uuid, token text, expires_at timestamptz)
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    made text := private.new_booth_code();
  begin
    if me is null or private.my_role() is distinct from 'vendor' or private.my_booth() <> me then
      raise exception using errcode = 'PT403', message = 'Only the owner of a booth invites', detail = 'booth: not_owner';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('booth:' || me, 0));
    return query
      update public.booth_invitations i set token_digest = private.invitation_digest(made)
        where i.id = invitation_id and i.owner_id = me
          and i.used_at is null and i.revoked_at is null and i.expires_at > now()
        returning i.id, made, i.expires_at;
    if found then
      return;
    end if;
    if (
      select count(*) from public.booth_invitations i
      where i.owner_id = me and i.used_at is null and i.revoked_at is null and i.expires_at > now()
    ) >= 20 then
      raise exception using errcode = 'PT409', message = 'At most 20 open invitations', detail = 'booth: invitations_full',
        hint = 'Revoke one that is not needed';
    end if;
    if (
      select count(*) from public.booth_invitations i where i.owner_id = me and i.created_at > now() - interval '1 day'
    ) >= 100 then
      raise exception using errcode = 'PT429', message = 'At most 100 invitations a day', detail = 'booth: invitations_today',
        hint = 'Try again tomorrow';
    end if;
    perform private.require_room_in_booth(me);
    -- What has ended is shown for a while only. Used ones stay: they tell who may have written for the booth.
    delete from public.booth_invitations i
      where i.owner_id = me and i.used_at is null and i.created_at < now() - interval '60 days';
    return query
      insert into public.booth_invitations as i (id, owner_id, token_digest)
        values (invitation_id, me, private.invitation_digest(made)) returning i.id, made, i.expires_at;
  end
  $$;

create function public.hand_over_chat(
  session_id uuid, member_id uuid, note text default null, note_id uuid default gen_random_uuid()
) returns public.sessions
  language plpgsql volatile security definer set search_path = ''
  as $$
  declare
    me constant uuid := private.my_profile_id();
    chat public.sessions := private.team_chat(session_id);
    away timestamptz;
  begin
    if exists (
      select from public.chat_notes n where n.id = note_id and n.session_id = chat.id and n.author_id = me
    ) then
      return chat;
    end if;
    select m.away_since into away from public.booth_members m where m.owner_id = chat.vendor_id and m.profile_id = member_id;
    if not found then
      raise exception using errcode = 'PT404', message = 'This person does not work at the booth', detail = 'booth: not_member';
    end if;
    if private.who_answers(chat) <> me and chat.vendor_id <> me then
      perform private.refuse_double_answer(chat.assigned_to);
    end if;
    if away is not null and member_id <> me then
      raise exception using errcode = 'PT409', message = 'This person is away', detail = 'booth: away';
    end if;
    update public.sessions s set assigned_to = member_id, assigned_at = clock_timestamp() where s.id = chat.id
      returning * into chat;
    if note ~ '\S' then
      insert into public.chat_notes (id, session_id, author_id, language, text, handed_to)
        select note_id, chat.id, me, p.language, btrim(note), member_id from public.profiles p where p.id = me;
    end if;
    return chat;
  end
  $$;

revoke all on function public.add_material(text, int, jsonb, uuid) from public, anon, service_role;
grant execute on function public.add_material(text, int, jsonb, uuid) to authenticated;
revoke all on function public.create_booth_invitation(uuid), public.hand_over_chat(uuid, uuid, text, uuid) from public, anon;
grant execute on function public.create_booth_invitation(uuid), public.hand_over_chat(uuid, uuid, text, uuid)
  to authenticated, service_role;
