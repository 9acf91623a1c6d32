/** A provider's report of an account's money in one currency, in hundredths for every currency. Amounts may be negative. */
export type Balance = {
  /** The code of the currency, in lower case. */
  currency: string;
  /** Can be paid out. */
  available: number;
  /** Paid by buyers, but not settled by the provider yet. */
  pending: number;
  /** Withheld while buyers' banks review disputes. */
  frozen: number;
};

/** A transfer from the account to the creator's bank. */
export type Payout = {
  amount: number;
  currency: string;
  status: "on_its_way" | "paid" | "failed";
  /** When it arrives, or has arrived. */
  arrivesAt: Date;
};

export type AccountMoney = {
  balances: Balance[];
  /** The last ones, newest first. */
  payouts: Payout[];
};
