import NavBase

/// A commit message as text blocks that fit any width: paragraphs, lists, and indented lines unchanged.
///
/// Lines that were wrapped because they were full are joined; shorter ones stay separate lines.
struct CommitMessage {
  /// The minimum width of a full line, in columns: a line was wrapped if it and the next word exceed this.
  private static let fullColumns = 60

  /// The first line.
  let subject: String
  private(set) var blocks: [TextBlock] = []
  private var paragraph: [String] = []
  private var items: [[String]] = []
  private var verbatim: [String] = []

  init(_ text: Substring) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    subject = sanitized(String(lines.popFirst() ?? "")).trimmingBlanks()
    for line in lines { add(sanitized(String(line), keeping: .tabs)) }
    flush()
  }

  private mutating func add(_ line: String) {
    let indent = line.prefix { $0 == " " || $0 == "\t" }
    let words = line.trimmingBlanks()
    if words.isEmpty {
      if verbatim.isEmpty { flush() } else { verbatim.append("") }
    } else if indent.contains("\t") || indent.count >= 4, items.isEmpty {
      if verbatim.isEmpty { flush() }
      verbatim.append(line)
    } else if let item = Self.item(words) {
      if items.isEmpty { flush() }
      items.append([item])
    } else if !items.isEmpty, !indent.isEmpty {
      items[items.count - 1].append(words)
    } else {
      if paragraph.isEmpty { flush() }
      paragraph.append(words)
    }
  }

  /// Returns the text after a bullet; nil if the line has none.
  private static func item(_ line: String) -> String? {
    guard let mark = line.first, "-*+•".contains(mark), line.dropFirst().first == " " else {
      return nil
    }
    return String(line.dropFirst(2)).trimmingBlanks()
  }

  private mutating func flush() {
    while verbatim.last?.isEmpty == true { verbatim.removeLast() }
    if !verbatim.isEmpty { blocks.append(.preformatted(lines: verbatim)) }
    if !paragraph.isEmpty { blocks.append(.paragraph(StyledText(Self.joined(paragraph)))) }
    if !items.isEmpty {
      let items = items.map { lines in
        TextListItem(blocks: [.paragraph(StyledText(lines.joined(separator: " ")))])
      }
      blocks.append(.list(TextList(start: nil, isTight: true, items: items)))
    }
    (verbatim, paragraph, items) = ([], [], [])
  }

  /// Joins the lines of a paragraph: with a space after a full line, else with a line feed.
  private static func joined(_ lines: [String]) -> String {
    var text = ""
    for (index, line) in lines.enumerated() {
      text += line
      guard index + 1 < lines.count else { break }
      let next = lines[index + 1].prefix { $0 != " " }
      let isFull = columnWidth(of: line) + 1 + columnWidth(of: next) > fullColumns
      text += isFull && !isTrailer(lines[index + 1]) ? " " : "\n"
    }
    return text
  }

  /// Whether a line is a trailer such as `Signed-off-by: somebody`, which stays a separate line.
  private static func isTrailer(_ line: String) -> Bool {
    let name = line.prefix { $0.isLetter || $0 == "-" }
    return name.contains("-") && line.dropFirst(name.count).hasPrefix(": ")
  }
}
