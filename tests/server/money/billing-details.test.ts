import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { taxIdKinds } from '#lib/tax-id.ts';
import { saveBillingDetails } from '#server/payments/billing-details.ts';
import { dyingAt, Killed, processOn } from '#tests/support/money-processes.ts';
import { onMoneyPlatformWith } from '#tests/support/money-platform.ts';

const organization = (slug: string) => `/platform/organizations/${slug}`;
const berlin = { line1: '1 Main Street', line2: null, city: 'Berlin', state: null, postal_code: '10115', country: 'DE' };
const vat = { type: 'eu_vat', value: 'DE123456789', country: 'DE' };

/** High limits, because these tests send long lists of recipients in one request. */
const environment = { ADDITIONAL_RECIPIENTS: '200', CONFIRMATION_EMAILS_PER_DAY: '1000' };

onMoneyPlatformWith({ environment }, (money) => {
  const read = async (slug: string) => (await money().send('GET', `${organization(slug)}/customer`)).body;
  const save = (slug: string, body: unknown, query = '') => money().send('PUT', `${organization(slug)}/customer${query}`, body);
  const taxIdsAtGateway = async (slug: string) => {
    const { send, db } = money();
    await send('GET', organization(slug));
    const { rows } = (await db.execute(
      sql`select gateway_id from customers c join organizations o on o.id = c.organization_id where o.slug = ${slug}`,
    )) as any;
    const listed = await money().platform.context.paymentContext.gateway.listTaxIds(rows[0].gateway_id);
    return listed.ok ? listed.value.map(({ type, value }) => ({ type, value })) : null;
  };

  it('starts empty, saves everything together, and says what the register says', async () => {
    const { send, pass } = money();
    expect(await read('payg')).toMatchObject({ additional_emails: [], tax_id: null, version: 0, billing_via_partner: false });
    expect((await save('payg', { billing_name: '  Ada Lovelace ', address: berlin, tax_id: vat, version: 0 })).status).toBe(204);
    expect(await read('payg')).toMatchObject({ billing_name: 'Ada Lovelace', address: berlin, tax_id: vat, version: 1 });
    expect((await send('GET', `${organization('payg')}/tax-ids`)).body).toEqual({ tax_id: vat, verification: 'pending' });
    await pass(60);
    expect((await send('GET', `${organization('payg')}/tax-ids`)).body).toEqual({ tax_id: vat, verification: 'verified' });
  });

  it('refuses a city of one letter by its name, and takes none', async () => {
    for (const city of ['a', ' a ']) {
      const { status, body } = await save('payg', { address: { ...berlin, city } });
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'body.address.city', message: expect.stringContaining('at least 2 characters') }],
      ]);
    }
    for (const city of ['', '  ', null, 'Aa']) expect((await save('payg', { address: { ...berlin, city } })).status).toBe(204);
  });

  it('replaces a tax ID, adding the prefix that it lacks, and leaves one at the gateway', async () => {
    const { settled } = money();
    await save('capped', { address: berlin, tax_id: vat });
    await save('capped', { address: { ...berlin, country: 'AT' }, tax_id: { type: 'eu_vat', value: '12345678', country: 'AT' } });
    expect((await read('capped')).tax_id).toEqual({ type: 'eu_vat', value: 'ATU12345678', country: 'AT' });
    await settled();
    expect(await taxIdsAtGateway('capped')).toEqual([{ type: 'eu_vat', value: 'ATU12345678' }]);
    expect((await money().send('DELETE', `${organization('capped')}/tax-ids`)).status).toBe(204);
    await settled();
    expect(await taxIdsAtGateway('capped')).toEqual([]);
    expect((await read('capped')).address.country).toBe('AT');
  });

  it('makes room at the gateway, which keeps five of a customer, while the replaced ones are still there', async () => {
    const { platform, db, settled } = money();
    const { rows } = (await db.execute(sql`select id from organizations where slug = 'agreed'`)) as any;
    const asleep = { ...platform.context.paymentContext, wake: () => undefined };
    const values = Array.from({ length: 8 }, (_, index) => `DE12345678${index}`);
    for (const value of values) await saveBillingDetails(asleep, rows[0].id, { address: berlin, tax_id: { ...vat, value } });
    await settled();
    expect(await taxIdsAtGateway('agreed')).toEqual([{ type: 'eu_vat', value: values.at(-1) }]);
  });

  it('sweeps away what a save left behind, and never what another save is just making', async () => {
    const { platform, db } = money();
    const { gateway } = platform.context.paymentContext;
    const { rows } = (await db.execute(sql`select id from organizations where slug = 'crowded'`)) as any;
    const saving = { ...platform.context.paymentContext, wake: () => undefined };
    const saveValue = (value: string) => saveBillingDetails(saving, rows[0].id, { address: berlin, tax_id: { ...vat, value } });
    const sweepIsDue = async () => {
      await db.execute(sql`update customers set tax_id_pending_until = now() - interval '1 hour' where organization_id = ${rows[0].id}`);
      await db.execute(sql`update outbox set run_after = now() - interval '1 hour' where state = 'pending'`);
    };
    await saveValue('DE111111111');
    const dyingOnce = dyingAt(gateway, 'createTaxId', 'after');
    await expect(
      saveBillingDetails({ ...saving, gateway: dyingOnce }, rows[0].id, { tax_id: { ...vat, value: 'DE222222222' } }),
    ).rejects.toThrow(Killed);
    await sweepIsDue();
    let saves = 0;
    const listTaxIds: typeof gateway.listTaxIds = async (id) => {
      if ((saves += 1) === 1) await saveValue('DE333333333');
      return gateway.listTaxIds(id);
    };
    await processOn(money(), { gateway: { ...gateway, listTaxIds } }).worker.idle();
    expect(await taxIdsAtGateway('crowded')).toContainEqual({ type: 'eu_vat', value: 'DE333333333' });
    await sweepIsDue();
    await platform.context.payments.worker.idle();
    expect(await taxIdsAtGateway('crowded')).toEqual([{ type: 'eu_vat', value: 'DE333333333' }]);
  });

  it('tells the gateway of a save that comes while an earlier one is being told', async () => {
    const { platform, db, settled } = money();
    const { gateway } = platform.context.paymentContext;
    await save('capped', { address: berlin, tax_id: vat });
    await settled();
    const { rows } = (await db.execute(
      sql`select c.organization_id, c.gateway_id from customers c join organizations o on o.id = c.organization_id where o.slug = 'capped'`,
    )) as any;
    const saving = { ...platform.context.paymentContext, wake: () => undefined };
    const saveName = (billing_name: string) => saveBillingDetails(saving, rows[0].organization_id, { billing_name });
    let calls = 0;
    const updateCustomer: typeof gateway.updateCustomer = async (...args) => {
      if ((calls += 1) === 1) await saveName('Second Name');
      return gateway.updateCustomer(...args);
    };
    await saveName('First Name');
    await processOn(money(), { gateway: { ...gateway, updateCustomer } }).worker.idle();
    expect(await gateway.retrieveCustomer(rows[0].gateway_id)).toMatchObject({ ok: true, value: { name: 'Second Name' } });
    expect(calls).toBe(2);
  });

  it('saves nothing on a dry run, and nothing when the gateway refuses the tax ID', async () => {
    const { sandbox } = money();
    expect((await save('top', { billing_name: 'Grace Hopper', address: berlin, tax_id: vat }, '?dry_run=true')).status).toBe(204);
    expect((await read('top')).billing_name).toBeUndefined();
    const refused = await save('top', { billing_name: 'Grace Hopper', address: berlin, tax_id: { ...vat, value: 'DE1' } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'body.tax_id.value' }] } });
    expect((await read('top')).billing_name).toBeUndefined();
    sandbox.faults.add({ on: 'request', effect: 'server_error_before', method: 'POST', path: '/customers/:any/tax_ids', times: 2 });
    expect((await save('top', { billing_name: 'Grace Hopper', tax_id: vat })).status).toBe(500);
    expect(await read('top')).toMatchObject({ tax_id: null, version: 0 });
    expect((await save('top', { billing_name: 'Grace Hopper', tax_id: vat })).status).toBe(204);
  });

  it('tells the second of two members, with both versions, and loses nothing', async () => {
    await save('rich', { billing_name: 'First Save', address: berlin, version: 0 });
    const second = await save('rich', { billing_name: 'Second Save', version: 0 });
    expect([second.status, second.body.code]).toEqual([409, 'version_stale']);
    // Saving unchanged values must not change the version, so that other members can still save.
    expect((await save('rich', { billing_name: 'First Save', address: { ...berlin, line2: '' } })).status).toBe(204);
    expect((await read('rich')).version).toBe(1);
    expect(second.body.versions).toMatchObject({
      stored: { version: 1, billing_name: 'First Save', address: berlin },
      yours: { version: 0, billing_name: 'Second Save' },
    });
    expect((await read('rich')).billing_name).toBe('First Save');
  });

  it.each([
    [{ billing_name: '  a ' }, 'body.billing_name'],
    [{ billing_name: 'x'.repeat(10_000) }, 'body.billing_name'],
    [{ billing_name: 'Ada\u202Eevil' }, 'body.billing_name'],
    [{ billing_name: 'Ada\nLovelace' }, 'body.billing_name'],
    [{ address: { ...berlin, line1: '   ' } }, 'body.address.line1'],
    [{ address: { ...berlin, country: 'XX' } }, 'body.address.country'],
    [{ address: { ...berlin, country: 'Germany' } }, 'body.address.country'],
    [{ address: { city: 'Berlin', country: 'DE' } }, 'body.address.line1'],
    [{ tax_id: { type: 'us_ein', value: '12-3456789', country: 'DE' } }, 'body.tax_id.type'],
    [{ tax_id: { type: 'no_such_type', value: '1', country: 'DE' } }, 'body.tax_id.type'],
    [{ address: berlin, tax_id: { type: 'us_ein', value: '12-3456789', country: 'US' } }, 'body.tax_id.country'],
    [{ version: -1 }, 'body.version'],
    [{ unknown: 1 }, 'body.unknown'],
  ])('refuses %j and names %s', async (body, path) => {
    const refused = await save('by-invoice', body);
    expect([refused.status, refused.body.errors.map((error: any) => error.path)]).toEqual([400, [path]]);
    expect((await read('by-invoice')).version).toBe(0);
  });

  it('keeps HTML as text and round-trips it', async () => {
    const name = '<img src=x onerror=alert(1)> & "Söhne"';
    await save('by-invoice', { billing_name: name });
    expect((await read('by-invoice')).billing_name).toBe(name);
  });

  it('sets a tax ID by its own calls', async () => {
    const { send } = money();
    const path = `${organization('agreed')}/tax-ids`;
    expect(await send('PUT', path, vat)).toMatchObject({ status: 200, body: { tax_id: vat } });
    expect(await send('PUT', path, { ...vat, type: 'gb_vat' })).toMatchObject({ status: 400, body: { errors: [{ path: 'body.type' }] } });
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await send('GET', path)).body).toEqual({ tax_id: null });
  });

  it('saves recipients: only what is given, doubles once, null clears', async () => {
    const { send } = money();
    const patch = (body: unknown, as = 'org-editor') => send('PATCH', organization('payg'), body, { as });
    const saved = await patch({
      billing_email: ' billing@example.com ',
      additional_billing_emails: ['A@example.com', 'a@EXAMPLE.com', 'b@example.com'],
    });
    expect([saved.status, saved.body.billing_email]).toEqual([200, 'billing@example.com']);
    expect(await read('payg')).toMatchObject({ email: 'billing@example.com', additional_emails: ['A@example.com', 'b@example.com'] });
    await patch({ additional_billing_emails: [] });
    expect(await read('payg')).toMatchObject({ email: 'billing@example.com', additional_emails: [] });
    expect((await patch({ billing_email: null })).body.billing_email).toBeNull();
    expect(await patch({ billing_email: 'nobody' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.billing_email', message: 'Please provide a valid email address' }] },
    });
    expect((await patch({ additional_billing_emails: ['ok@example.com', 'bad'] })).body.errors[0].path).toBe(
      'body.additional_billing_emails.1',
    );
    expect((await patch({ name: 'X' }, 'billing')).status).toBe(403);
  });

  it('leaves a stored tax ID of a kind that nobody offers or knows, and refuses a new one like it', async () => {
    const { db } = money();
    await save('rich', { billing_name: 'Kept Kind', address: berlin });
    const set = (type: string) =>
      db.execute(
        sql`update customers set tax_id_type = ${type}, tax_id_value = 'X 1', tax_id_country = 'DE', tax_id_gateway_id = null where organization_id = (select id from organizations where slug = 'rich')`,
      );
    for (const type of ['eu_oss_vat', 'zz_new']) {
      await set(type);
      const stored = { type, value: 'X 1', country: 'DE' };
      expect((await save('rich', { billing_name: 'Saved With It', address: berlin, tax_id: stored })).status).toBe(204);
      expect((await read('rich')).tax_id).toEqual(stored);
      const other = await save('rich', { tax_id: { ...stored, value: 'X 2' } });
      expect([other.status, other.body.errors[0].path]).toEqual([400, 'body.tax_id.type']);
    }
    expect((await save('rich', { tax_id: null })).status).toBe(204);
  });

  it('refuses recipients beyond 200, and saves nothing of a list with one that is no address', async () => {
    const { send } = money();
    const patch = (emails: string[]) => send('PATCH', organization('capped'), { additional_billing_emails: emails }, { as: 'org-editor' });
    const many = Array.from({ length: 200 }, (_, index) => `r${index}@example.com`);
    expect((await patch([...many, 'one-more@example.com'])).body.errors[0].path).toBe('body.additional_billing_emails');
    for (const bad of [
      'bad',
      '<b>@example.com',
      'a\u202Eb@example.com',
      'a\u0007@example.com',
      `${'x'.repeat(10_000)}@example.com`,
      '  ',
    ]) {
      const refused = await patch([...many.slice(0, 5), bad]);
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'body.additional_billing_emails.5']);
    }
    expect((await read('capped')).additional_emails).toEqual([]);
    expect((await patch(many)).status).toBe(200);
    expect((await read('capped')).additional_emails).toEqual(many);
  });

  // The test saves one tax ID after another, because the gateway stores at most five tax IDs per customer.
  it('keeps the text of every kind that is offered, through the gateway and back', async () => {
    const { send } = money();
    const kinds = taxIdKinds.filter((kind) => kind.offered && kind.example !== null);
    expect(kinds.length).toBeGreaterThan(150);
    const path = `${organization('agreed')}/tax-ids`;
    const broken: string[] = [];
    for (const { type, country, example } of kinds) {
      const taxId = { type, country, value: example ?? '' };
      const saved = await send('PUT', path, taxId);
      const kept = (await send('GET', path)).body.tax_id;
      if (saved.status !== 200 || JSON.stringify(kept) !== JSON.stringify({ type, value: taxId.value, country }))
        broken.push(`${country} ${type}`);
    }
    expect(broken).toEqual([]);
  }, 120_000);

  it('refuses under a partner, where it is switched off, and without permission', async () => {
    const { send } = money();
    expect((await save('fly', { billing_name: 'Ada' })).status).toBe(422);
    expect((await save('no-features', { billing_name: 'Ada' })).status).toBe(403);
    for (const recipients of [{ billing_email: 'ada@example.com' }, { additional_billing_emails: [] }]) {
      expect((await send('PATCH', organization('fly'), recipients)).status).toBe(422);
      expect((await send('PATCH', organization('no-features'), recipients)).status).toBe(403);
    }
    expect((await send('PATCH', organization('fly'), { name: 'Organization fly' })).status).toBe(200);
    expect((await send('PUT', `${organization('payg')}/customer`, { billing_name: 'Ada' }, { as: 'developer' })).status).toBe(403);
    expect((await send('GET', `${organization('payg')}/customer`, undefined, { as: 'viewer' })).status).toBe(403);
  });
});
