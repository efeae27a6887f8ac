import { useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

// Baseline for the measured interactions: a page with the same amount of content that uses only React and native elements.

const rows = Array.from({ length: 43 }, (_, index) => [`INV-${index}`, `$${index}.00`, 'Paid', 'PDF']);
const countries = Array.from({ length: 249 }, (_, index) => `Country ${index}`);

function Invoices() {
  const [page, setPage] = useState(0);
  return (
    <section>
      <table>
        <tbody data-page={page}>
          {rows.slice(page * 5, page * 5 + 5).map((cells) => (
            <tr key={cells[0]}>
              {cells.map((cell) => (
                <td key={cell}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" id="next" onClick={() => setPage(page + 1)}>
        Next
      </button>
    </section>
  );
}

function TopUp() {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <section>
      <button type="button" id="open" onClick={() => dialog.current?.showModal()}>
        Top Up
      </button>
      <dialog ref={dialog} aria-label="Top Up">
        <input aria-label="Amount" />
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </section>
  );
}

function Country() {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <input
        id="country"
        aria-label="Country"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={({ key }) => key === 'ArrowDown' && setOpen(true)}
      />
      {isOpen && (
        <ul id="countries">
          {countries
            .filter((name) => name.includes(typed))
            .slice(0, 8)
            .map((name) => (
              <li key={name}>{name}</li>
            ))}
        </ul>
      )}
    </section>
  );
}

function Field() {
  const [text, setText] = useState('');
  return <input id="field" aria-label="Field" value={text} onChange={({ target }) => setText(target.value)} />;
}

function Group() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section>
      <button type="button" id="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Compute
      </button>
      <table>
        <tbody>
          {isOpen &&
            Array.from({ length: 50 }, (_, index) => (
              <tr key={index}>
                <th scope="row">
                  <a href="#project">{`project ${index}`}</a>
                </th>
                <td>456 h × $0.0134</td>
                <td>$6.11</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}

const root = document.createElement('main');
document.body.append(root);
createRoot(root).render(
  <>
    <Field />
    <Invoices />
    <TopUp />
    <Country />
    <Group />
  </>,
);
