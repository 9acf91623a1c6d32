import { use } from "react";
import { PRODUCT_NAME } from "../../contract/rules/brand.ts";
import { MailLook } from "./look.ts";

const THREE = [0, 1, 2];

/** The mark as a table: email clients hide images and remove SVG. */
export function Mark() {
  const { look } = use(MailLook);
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" border={0} style={look.mark}>
      <tbody>
        <tr>
          <td>
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
          </td>
          <td className="ink" style={look.name}>
            {PRODUCT_NAME}
          </td>
        </tr>
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
