/** What a document holds: question-answer pairs, passages of a text, or rows of a spreadsheet. */
export const texts = [`ALTER TABLE documents ADD COLUMN kind TEXT NOT NULL DEFAULT 'QA'`]
