// `sampleDocument` at three widths, one row a line, an indent as blanks.

let goldenAt30 = """
  A sample of everything that a
  slide can hold
  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  Words wrap at blanks, a bold
  word stays bold across two
  lines, and compounds like
  well-known-to-everybody break
  at hyphens.
  This is a new line, 日本語の文
  章は、どこでも折り返します。

  Lists

  • a first item that is a
    little longer
  • a second one
     9. nine
    10. ten, which has one digit
        more
  • ☑ ready
    ☐ waiting
  •

  ▎ Whoever quotes, borrows; and
  ▎ gives it back with a bar
  ▎ before it.
  ▎
  ▎ ▎ Or two.

   func greet() {
       print("A line of code
   that is long")

   }

  A table

  City      │ Known for │ People
  ──────────┼───────────┼───────
  Reykjavík │    hot    │  139 k
            │  water,   │
            │ cold air  │
            │ and books │
  ──────────┼───────────┼───────
  東京      │  trains   │   14 M

  ──────────────────────────────

  The end.
  """

let goldenAt60 = """
  A sample of everything that a slide can hold
  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  Words wrap at blanks, a bold word stays bold across two
  lines, and compounds like well-known-to-everybody break at
  hyphens.
  This is a new line, 日本語の文章は、どこでも折り返します。

  Lists

  • a first item that is a little longer
  • a second one
     9. nine
    10. ten, which has one digit more
  • ☑ ready
    ☐ waiting
  •

  ▎ Whoever quotes, borrows; and gives it back with a bar
  ▎ before it.
  ▎
  ▎ ▎ Or two.

   func greet() {
       print("A line of code that is long")

   }

  A table

  City      │           Known for           │ People
  ──────────┼───────────────────────────────┼───────
  Reykjavík │ hot water, cold air and books │  139 k
  東京      │            trains             │   14 M

  ────────────────────────────────────────────────────────────

  The end.
  """

let goldenAt90 = """
  A sample of everything that a slide can hold
  ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━

  Words wrap at blanks, a bold word stays bold across two lines, and compounds like well-
  known-to-everybody break at hyphens.
  This is a new line, 日本語の文章は、どこでも折り返します。

  Lists

  • a first item that is a little longer
  • a second one
     9. nine
    10. ten, which has one digit more
  • ☑ ready
    ☐ waiting
  •

  ▎ Whoever quotes, borrows; and gives it back with a bar before it.
  ▎
  ▎ ▎ Or two.

   func greet() {
       print("A line of code that is long")

   }

  A table

  City      │           Known for           │ People
  ──────────┼───────────────────────────────┼───────
  Reykjavík │ hot water, cold air and books │  139 k
  東京      │            trains             │   14 M

  ──────────────────────────────────────────────────────────────────────────────────────────

  The end.
  """
