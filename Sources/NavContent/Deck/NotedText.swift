/// Converts the notes of remark and reveal.js in a deck of no other tool: from a line `???`, `Note:` or `Notes:` to the
/// end of the slide.
struct NotedText {
  private(set) var text: String

  init(_ body: String) {
    text = body
    guard Self.mayHaveNotes(body) else { return }
    var parts = SlideParts()
    var cursor = LineCursor(body)
    while let line = cursor.next() {
      let content = parts.isCode(line) || line.first == " " ? "" : line.trimmingBlanks()
      if Self.isOpening(content) {
        parts.beginNote()
      } else if parts.isNote, content == "--" {
        // A vertical slide of reveal.js.
        parts.endNote()
        parts.add("\n---\n")
      } else {
        if content.count >= 3, content.allSatisfy({ $0 == "-" }) || content.contains("end_slide") {
          parts.endNote()
        }
        parts.add(line)
      }
    }
    text = parts.finish()
  }

  /// Whether a line is alone and opens the notes of a slide.
  static func isOpening(_ content: String) -> Bool {
    content == "???" || ["note:", "notes:"].contains(content.lowercased())
  }

  private static func mayHaveNotes(_ body: String) -> Bool {
    var cursor = LineCursor(body)
    while let line = cursor.next() {
      let first = line.utf8.first { $0 != 0x20 }
      guard first == UInt8(ascii: "?") || first.map({ $0 | 0x20 }) == UInt8(ascii: "n") else {
        continue
      }
      if isOpening(line.trimmingBlanks()) { return true }
    }
    return false
  }
}

/// Collects the lines of slides, and their notes as commands.
struct SlideParts {
  private var text = ""
  private var note: String?
  private var fence = OpenFence()

  /// Whether a line is in a fence, or begins or ends one; to be asked once for each line.
  mutating func isCode(_ line: Substring) -> Bool { fence.pass(line) }

  /// Adds a line to the slide or its note.
  mutating func add(_ line: some StringProtocol) {
    if note == nil { text += line + "\n" } else { note?.append(line + "\n") }
  }

  /// Whether the lines are those of a note.
  var isNote: Bool { note != nil }

  mutating func beginNote() {
    if note == nil { note = "" }
  }

  mutating func endNote() {
    if let note { text += "\n" + DeckCommand.comment(note: note) + "\n\n" }
    note = nil
  }

  /// Ends the text; returns all of it.
  mutating func finish() -> String {
    endNote()
    return text
  }
}
