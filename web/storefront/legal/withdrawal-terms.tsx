import type { Seller } from "../../../contract/api/sellers.ts";
import type { ContractKind } from "../../../contract/rules/contract-kinds.ts";
import { sellersTerms, withdrawalTerms } from "../../lib/withdrawal-terms.ts";
import { useCreatorText, useLegalText } from "../layout/page-language.ts";

/** The paragraphs about the right of withdrawal: the legal text, and what the seller adds. */
export function WithdrawalTerms({ of, seller }: { of: ContractKind; seller: Seller }) {
  const [legal, own] = [useLegalText(), useCreatorText()];
  return (
    <>
      {withdrawalTerms({ of, seller }).map((text) => (
        <p key={text} dir="auto" {...legal}>
          {text}
        </p>
      ))}
      {sellersTerms(seller).map((text) => (
        <p key={text} dir="auto" {...own}>
          {text}
        </p>
      ))}
    </>
  );
}
