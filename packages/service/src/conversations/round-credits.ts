/** Credits are added up for months: what floating point leaves behind the tenth place is noise. */
export const roundCredits = (credits: number): number => Math.round(credits * 1e10) / 1e10
