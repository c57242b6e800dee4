import { supabaseEntrancePass } from '@dragoman/functions/hosts/supabase';

Deno.serve(supabaseEntrancePass(Deno.env.toObject()));
