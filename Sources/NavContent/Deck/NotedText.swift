/// Converts the notes of remark and reveal.js in a deck of no other tool: from a line `???`, `Note:` or `Notes:` to the
/// end of the slide.
struct NotedText {
  private(set) var text: String

  /// - Parameters:
  ///   - body: the text of the deck.
  ///   - endsAtHeadings: whether headings of the first level begin slides if no rule does.
  init(_ body: String, endsAtHeadings: Bool = false) {
    text = body
    guard Self.mayHaveNotes(body) else { return }
    let endsAtHeadings = endsAtHeadings && !Self.hasEnds(body)
    var parts = SlideParts()
    var cursor = LineCursor(body)
    while let line = cursor.next() {
      let content = parts.isCode(line) || line.first == " " ? "" : line.trimmingBlanks()
      if parts.passBlock(content) {
        continue
      } else if Self.isOpening(content) {
        parts.beginNote()
      } else if parts.isNote, content == "--" {
        // A vertical slide of reveal.js.
        parts.endNote()
        parts.add("\n---\n")
      } else {
        if content.count >= 3, content.allSatisfy({ $0 == "-" }) || content.contains("end_slide") {
          parts.endNote()
        }
        if endsAtHeadings, content.hasPrefix("# ") { parts.endNote() }
        parts.add(line)
      }
    }
    text = parts.finish()
  }

  /// Whether a rule or a command ends a slide.
  private static func hasEnds(_ body: String) -> Bool {
    var fence = OpenFence()
    var cursor = LineCursor(body)
    while let line = cursor.next() {
      guard !fence.pass(line) else { continue }
      let content = line.trimmingBlanks()
      let isRule = content.count >= 3 && content.allSatisfy { $0 == "-" }
      if isRule || content.contains("end_slide") { return true }
    }
    return false
  }

  /// Whether a line is alone and opens the notes of a slide.
  static func isOpening(_ content: String) -> Bool {
    content == "???" || ["note:", "notes:"].contains(content.lowercased())
  }

  private static func mayHaveNotes(_ body: String) -> Bool {
    var cursor = LineCursor(body)
    while let line = cursor.next() {
      guard let first = line.utf8.first(where: { $0 != 0x20 }), "?nN<:".utf8.contains(first) else {
        continue
      }
      let content = line.trimmingBlanks()
      if isOpening(content) || SlideParts.blockStart(content) != nil { return true }
    }
    return false
  }
}

/// Collects the lines of slides, and their notes as commands.
struct SlideParts {
  private var text = ""
  private var note: String?
  private var fence = OpenFence()

  /// Whether the next line is inside a comment.
  private var isInComment = false

  /// Whether a line is in a fence or a comment, or begins or ends a fence; to be asked once for each line.
  mutating func isCode(_ line: Substring) -> Bool {
    if isInComment {
      isInComment = !line.contains("-->")
      return true
    }
    if fence.pass(line) { return true }
    isInComment =
      note == nil && line.drop { $0 == " " }.hasPrefix("<!--") && !line.contains("-->")
    return false
  }

  /// Whether the note is a block with an end of its own: `<aside class="notes">`, `::: notes`.
  private var isBlock = false

  /// Begins or ends a note that is a block; false for any other line.
  mutating func passBlock(_ content: String) -> Bool {
    if isBlock {
      guard content == ":::" || content.hasSuffix("</aside>") else { return false }
      if content != ":::" { add(content.dropLast("</aside>".count)) }
      endNote()
      return true
    }
    guard note == nil, let text = Self.blockStart(content) else { return false }
    beginNote()
    isBlock = true
    if text.hasSuffix("</aside>") { return passBlock(text) }
    add(text)
    return true
  }

  /// The text behind the opening of a note that is a block; nil for any other line.
  static func blockStart(_ content: String) -> String? {
    if content.hasPrefix(":::") {
      let name = content.drop { $0 == ":" }.filter { !" {}.".contains($0) }
      return name == "notes" ? "" : nil
    }
    guard content.hasPrefix("<aside"), let end = content.firstIndex(of: ">"),
      content[..<end].contains("notes")
    else { return nil }
    return String(content[end...].dropFirst())
  }

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
    (note, isBlock) = (nil, false)
  }

  /// Ends the text; returns all of it.
  mutating func finish() -> String {
    endNote()
    return text
  }
}
