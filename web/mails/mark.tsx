import { use } from "react";
import { useSite } from "../lib/site-context.ts";
import { MailLook } from "./look.ts";

const THREE = [0, 1, 2];

/** The site's logo and name. The product's logo is a table, because email clients hide images and remove SVG. */
export function Mark({ publicUrl }: { publicUrl: string }) {
  const { look } = use(MailLook);
  const { name, logo } = useSite();
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" border={0} style={look.mark}>
      <tbody>
        <tr>
          <td>{logo ? <img src={publicUrl + logo} width="32" height="32" alt="" /> : <Tiles />}</td>
          <td className="ink" style={look.name}>
            {name}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Tiles() {
  return (
    <table role="presentation" cellPadding="0" cellSpacing="2" border={0}>
      <tbody>
        {THREE.map((row) => (
          <tr key={row}>
            {THREE.map((column) => (
              <Cell key={column} isSet={row === 1 && column === 1} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ isSet }: { isSet: boolean }) {
  const { look } = use(MailLook);
  return (
    <td
      width="7"
      height="7"
      className={isSet ? "cell-set" : "cell"}
      style={isSet ? look.cellSet : look.cell}
    />
  );
}
