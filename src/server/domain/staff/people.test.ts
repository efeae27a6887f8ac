import fc from 'fast-check';
import { expect, it } from 'vitest';
import { approverFault, approversOf, canonicalOwner, COMMAND, keysOfPerson, ownersOf, type PersonKey } from './people.ts';

const key = (id: string, owner: string, createdBy: string = COMMAND): PersonKey => ({ id, owner, createdBy });

it('lets a key of another first key and another owner approve, and no other', () => {
  const keys = [
    key('ada', 'ada@example.com'),
    key('ada-too', ' ADA+second@example.com'),
    key('made', 'friend@example.com', 'ada-too'),
    key('far', 'far@example.com', 'made'),
    key('ben', 'ben@example.com', 'inspector'),
    key('bens', 'intern@example.com', 'ben'),
    key('lent', 'ada@example.com', 'ben'),
  ];
  expect(approversOf('ada', keys)).toEqual(['ben', 'bens']);
  expect(approversOf('far', keys)).toEqual(['ben', 'bens']);
  expect(approversOf('bens', keys)).toEqual(['ada', 'ada-too', 'made', 'far']);
  // Two people know the key `lent`: its creator and its owner. No key of either can approve requests of `lent`.
  expect(approversOf('lent', keys)).toEqual([]);
  expect(['ada', 'ada-too', 'made', 'bens'].map((id) => approverFault(id, 'ada', keys))).toEqual([
    'own_request',
    'same_owner',
    'same_person',
    null,
  ]);
  expect(approverFault('far', 'made', keys)).toBe('made_by_requester');
  // The command can create a first key for anyone. Keys that the command created cannot approve requests of the command.
  expect(approversOf(COMMAND, keys)).toEqual(['made', 'far', 'ben', 'bens', 'lent']);
  expect(approverFault('unknown', 'ada', keys)).toBe('same_person');
  expect([...ownersOf('far', keys)]).toEqual(['far@example.com', 'friend@example.com', 'ada@example.com']);
  expect(keysOfPerson(COMMAND, keys)).toEqual([COMMAND]);
});

it('compares owners without their tags and case', () => {
  expect(['Ada+2@Example.com ', 'ada+a+b@example.com', 'ada@example.com'].map(canonicalOwner)).toEqual(
    Array.from({ length: 3 }, () => 'ada@example.com'),
  );
  expect(['+ada@example.com', 'ada@ex+ample.com'].map(canonicalOwner)).toEqual(['+ada@example.com', 'ada@ex+ample.com']);
});

interface World {
  readonly keys: PersonKey[];
  readonly holders: Map<string, Set<number>>;
}

const spellings = [
  (person: number) => `person${person}@example.com`,
  (person: number) => `Person${person}+second@example.com`,
  (person: number) => ` PERSON${person}@EXAMPLE.COM `,
  (person: number) => `person${person}+a+B@Example.com`,
];

/** Creates keys for invented or real owners. A key's holder can create another key, and knows its secret. */
function worldOf(
  steps: readonly (readonly [maker: number, person: number, isInvented: boolean, spelling: number])[],
  people: number,
): World {
  const keys: PersonKey[] = [];
  const holders = new Map<string, Set<number>>();
  for (const [index, [pick, who, isInvented, spelling]] of steps.entries()) {
    const person = who % people;
    const address = spellings[spelling]?.(person) ?? '';
    const maker = keys[pick % (keys.length + 1)];
    const id = `key_${index}`;
    if (!maker) {
      keys.push(key(id, address));
      holders.set(id, new Set([person]));
      continue;
    }
    keys.push(key(id, isInvented ? `invented${index}@example.com` : address, maker.id));
    holders.set(id, new Set([...(holders.get(maker.id) ?? []), ...(isInvented ? [] : [person])]));
  }
  return { keys, holders };
}

const step = fc.tuple(fc.nat(), fc.nat(), fc.boolean(), fc.nat({ max: spellings.length - 1 }));

it('no person alone can request and approve, whatever trees of keys they have grown', () => {
  let allowed = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 14 }), fc.integer({ min: 2, max: 4 }), (steps, people) => {
      const { keys, holders } = worldOf(steps, people);
      for (const { id: requester } of keys)
        for (const approver of approversOf(requester, keys)) {
          allowed += 1;
          const both = [...(holders.get(requester) ?? [])].filter((person) => holders.get(approver)?.has(person));
          expect([requester, approver, both]).toEqual([requester, approver, []]);
        }
    }),
    { numRuns: 500 },
  );
  // Without this check, a rule that refuses every approver would pass the test.
  expect(allowed).toBeGreaterThan(1000);
});

it('two people with first keys of their own can approve for each other, whatever keys they made under invented owners', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 12 }), (makers) => {
      const keys = [key('ada', 'ada@example.com'), key('ben', 'ben@example.com')];
      for (const [index, maker] of makers.entries())
        keys.push(key(`made_${index}`, `invented${index}@example.com`, keys[maker % keys.length]?.id));
      expect(approverFault('ada', 'ben', keys)).toBe(null);
      expect(approverFault('ben', 'ada', keys)).toBe(null);
    }),
    { numRuns: 200 },
  );
});
