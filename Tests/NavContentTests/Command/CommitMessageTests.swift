import NavBase
import Testing

@testable import NavContent

@Suite("Messages of commits")
struct CommitMessageTests {
  private func rows(_ message: CommitMessage, columns: Int) -> [String] {
    FlowedText(TextDocument(blocks: message.blocks), columns: columns).rows.map { flowed in
      flowed.row.text.isEmpty
        ? "" : String(repeating: " ", count: flowed.row.indent) + flowed.row.text
    }
  }

  private static let text = """
    Wrap what is too long

    Lines that were broken because they were as long as lines of
    a message are become one paragraph, at every width.
    A short line
    stays one.

    - an entry that goes on in a second line, which is a
      part of it
    - another one

        make test    # as it is

    Signed-off-by: Ada <ada@x.org>
    Reviewed-by: Bob <bob@x.org>
    """

  @Test("paragraphs and lists fit every width, and no word is cut")
  func widths() {
    let message = CommitMessage(Self.text[...])
    #expect(message.subject == "Wrap what is too long")
    #expect(
      rows(message, columns: 40) == [
        "Lines that were broken because they were", "as long as lines of a message are become",
        "one paragraph, at every width.", "A short line", "stays one.", "",
        "• an entry that goes on in a second", "  line, which is a part of it",
        "• another one", "", "    make test    # as it is", "",
        "Signed-off-by: Ada <ada@x.org>", "Reviewed-by: Bob <bob@x.org>",
      ]
    )
    let words = Set(Self.text.split { $0.isWhitespace || $0 == "-" }.map(String.init))
    for columns in 30...90 {
      let seen = rows(message, columns: columns).joined(separator: " ")
      let parts = seen.split { $0 == " " || $0 == "-" || $0 == "•" }.map(String.init)
      #expect(words.isSuperset(of: parts), "\(columns)")
    }
  }

  @Test(
    "a message may be a subject alone, or nothing",
    arguments: ["one line", "one line\n\n", ""]
  )
  func short(text: String) {
    let message = CommitMessage(text[...])
    #expect(message.blocks.isEmpty && message.subject == text.split(separator: "\n").first ?? "")
  }
}
