import { supabaseReadPicture } from '@dragoman/functions/hosts/supabase';

Deno.serve(supabaseReadPicture(Deno.env.toObject()));
