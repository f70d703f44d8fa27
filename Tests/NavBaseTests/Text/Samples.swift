import NavBase

/// A document with one block of each kind.
let sampleDocument = TextDocument(blocks: [
  .heading(level: 1, StyledText("A sample of everything that a slide can hold")),
  .paragraph(
    styled(
      ("Words wrap at blanks, a ", .plain),
      ("bold word", TextStyle(attributes: .bold)),
      (
        " stays bold across two lines, and compounds like well-known-to-everybody break at ", .plain
      ),
      ("hyphens", TextStyle(role: .link, link: "https://example.org")),
      (".\nThis is a new line, 日本語の文章は、どこでも折り返します。", .plain)
    )
  ),
  .heading(level: 2, StyledText("Lists")),
  .list(
    TextList(
      start: nil,
      isTight: true,
      items: [
        TextListItem(blocks: [.paragraph(StyledText("a first item that is a little longer"))]),
        TextListItem(blocks: [
          .paragraph(StyledText("a second one")),
          .list(
            TextList(
              start: 9,
              isTight: true,
              items: [
                TextListItem(blocks: [.paragraph(StyledText("nine"))]),
                TextListItem(blocks: [.paragraph(StyledText("ten, which has one digit more"))]),
              ]
            )
          ),
        ]),
        TextListItem(blocks: [
          .list(
            TextList(
              start: nil,
              isTight: true,
              items: [
                TextListItem(blocks: [.paragraph(StyledText("ready"))], isDone: true),
                TextListItem(blocks: [.paragraph(StyledText("waiting"))], isDone: false),
              ]
            )
          )
        ]),
        TextListItem(blocks: []),
      ]
    )
  ),
  .quote([
    .paragraph(StyledText("Whoever quotes, borrows; and gives it back with a bar before it.")),
    .quote([.paragraph(StyledText("Or two."))]),
  ]),
  .code(
    language: "swift",
    lines: ["func greet() {", "\tprint(\"A line of code that is long\")", "", "}"]
  ),
  .heading(level: 3, StyledText("A table")),
  .table(
    TextTable(
      alignments: [.left, .center, .right],
      header: [StyledText("City"), StyledText("Known for"), StyledText("People")],
      rows: [
        [
          StyledText("Reykjavík"), StyledText("hot water, cold air and books"), StyledText("139 k"),
        ],
        [StyledText("東京"), StyledText("trains"), StyledText("14 M")],
      ]
    )
  ),
  .rule,
  .paragraph(StyledText("The end.")),
])

func styled(_ pieces: (String, TextStyle)...) -> StyledText {
  var text = StyledText()
  for (piece, style) in pieces { text.append(piece, style: style) }
  return text
}

/// Returns the rows as text, with their indents as blanks.
func painted(_ flowed: FlowedText) -> [String] {
  flowed.rows.map { String(repeating: " ", count: $0.row.indent) + $0.row.text }
}

/// Returns the wrapped lines of a paragraph.
func wrapped(_ text: String, _ columns: Int) -> [String] {
  painted(FlowedText(TextDocument(blocks: [.paragraph(StyledText(text))]), columns: columns))
}
