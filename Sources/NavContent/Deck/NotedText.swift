/// Converts the notes of remark, reveal.js and pandoc in a text of no other tool: from a line `???`, `Note:` or `Notes:`
/// to the end of the slide, and blocks (`SlideParts`).
struct NotedText {
  private(set) var text: String

  /// - Parameters:
  ///   - body: the text.
  ///   - openings: the lines, in lower case, that begin notes up to the end of the slide.
  ///   - elements: the HTML elements that are notes if they have the class `notes`.
  ///   - endsAtHeadings: whether headings of the first level begin slides if no rule does.
  init(
    _ body: String,
    openings: Set<String> = ["???", "note:", "notes:"],
    elements: Set<String> = ["aside", "div"],
    endsAtHeadings: Bool = false
  ) {
    text = body
    var parts = SlideParts(elements: elements)
    guard Self.mayHaveNotes(body, openings, parts) else { return }
    let endsAtHeadings = endsAtHeadings && !Self.hasEnds(body)
    for line in LineCursor(body) {
      let content = parts.isCode(line) || line.first == " " ? "" : line.trimmingBlanks()
      if parts.passBlock(content) {
        continue
      } else if openings.contains(content.lowercased()) {
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
  static func hasEnds(_ body: String) -> Bool {
    var fence = OpenFence()
    return LineCursor(body).contains { line in
      guard !fence.pass(line) else { return false }
      let content = line.trimmingBlanks()
      let isRule = content.count >= 3 && content.allSatisfy { $0 == "-" }
      return isRule || content.contains("end_slide")
    }
  }

  private static func mayHaveNotes(
    _ body: String,
    _ openings: Set<String>,
    _ parts: SlideParts
  ) -> Bool {
    LineCursor(body).contains { line in
      guard let first = line.utf8.first(where: { $0 != 0x20 }), "?nN<:".utf8.contains(first) else {
        return false
      }
      let content = line.trimmingBlanks()
      return openings.contains(content.lowercased()) || parts.blockStart(content) != nil
    }
  }
}

/// Collects the lines of slides, and their notes as commands.
struct SlideParts {
  private var text = ""
  private var note: String?
  private var fence = OpenFence()
  /// The HTML elements that are notes if they have the class `notes`.
  private let elements: Set<String>

  init(elements: Set<String> = ["aside"]) {
    self.elements = elements
  }

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

  /// The end of the note that is a block, and the number of blocks of its kind that are open; nil for any other note.
  private var block: (mark: String, depth: Int)?

  /// Begins or ends a note that is a block (`<aside class="notes">`, `::: notes`); false for any other line.
  mutating func passBlock(_ content: String) -> Bool {
    guard let (mark, depth) = block else {
      guard note == nil, let (mark, text) = blockStart(content) else { return false }
      beginNote()
      block = (mark, 1)
      if !passBlock(text) { add(text) }
      return true
    }
    let isColons = mark == ":::"
    let ends = isColons ? [] : content.ranges(of: "</" + mark)
    let change =
      isColons
      ? content.hasPrefix(mark) ? content.allSatisfy { $0 == ":" } ? -1 : 1 : 0
      : content.ranges(of: "<" + mark).count - ends.count
    block?.depth += change
    guard depth + change <= 0 else { return false }
    let end = ends.last
    if let end { add(content[..<end.lowerBound]) }
    endNote()
    if let end { add(content[end.upperBound...].drop { $0 != ">" }.dropFirst()) }
    return true
  }

  /// The kind of the note that is a block and begins at a line, and the text behind its opening; nil for any other line.
  func blockStart(_ content: String) -> (mark: String, text: String)? {
    if content.hasPrefix(":::") {
      let words = content.drop { $0 == ":" }.split { " {}".contains($0) }
      return words.first == "notes" || words.contains(".notes") ? (":::", "") : nil
    }
    guard content.first == "<", let end = content.firstIndex(of: ">"),
      let tag = HTMLTag(String(content[...end])), elements.contains(tag.name), !tag.isClosing,
      tag.attributes["class"]?.split(separator: " ").contains("notes") == true
    else { return nil }
    return (tag.name, String(content[end...].dropFirst()))
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
    (note, block) = (nil, nil)
  }

  /// Ends the text; returns all of it.
  mutating func finish() -> String {
    endNote()
    return text
  }
}
