import NavText

/// The message of a commit as blocks that fit any width: paragraphs, lists, and what is indented as it is.
///
/// Lines that their author broke because they were full are joined; shorter ones stay lines of their own.
struct CommitMessage {
  /// A line that ends before this column was not broken because it was full.
  private static let fullColumns = 60

  /// Its first line.
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

  /// The text behind a bullet; nil for a line without one.
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

  /// Lines as one text: with a line feed behind those that were not full.
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

  /// `Signed-off-by: somebody`: each is a line.
  private static func isTrailer(_ line: String) -> Bool {
    let name = line.prefix { $0.isLetter || $0 == "-" }
    return name.contains("-") && line.dropFirst(name.count).hasPrefix(": ")
  }
}
