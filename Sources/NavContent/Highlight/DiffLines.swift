import NavBase

/// Styles the lines of a unified diff.
enum DiffLines {
  private static let minus = UInt8(ascii: "-")
  private static let plus = UInt8(ascii: "+")

  /// Returns the lines of a diff or of a part of one: hunks, and the headers of files.
  static func lines(_ lines: [String]) -> [StyledText] {
    var result: [StyledText] = []
    var body: [String] = []
    func isHeader(_ index: Int) -> Bool {
      let line = lines[index]
      if line.hasPrefix("--- ") {
        return index + 1 < lines.count && lines[index + 1].hasPrefix("+++ ")
      }
      if line.hasPrefix("+++ ") { return index > 0 && lines[index - 1].hasPrefix("--- ") }
      return line.hasPrefix("diff ") || line.hasPrefix("index ")
    }
    for index in lines.indices {
      let role: TextRole? =
        lines[index].hasPrefix("@@") ? .diffHunk : isHeader(index) ? .muted : nil
      guard let role else {
        body.append(lines[index])
        continue
      }
      result += hunk(body) + [StyledText(lines[index], style: TextStyle(role: role))]
      body = []
    }
    return result + hunk(body)
  }

  /// Returns the lines of a hunk.
  ///
  /// The words in which lines differ are marked if as many lines were added as removed.
  static func hunk(_ lines: [String]) -> [StyledText] {
    var result: [StyledText] = []
    var rest = lines[...]
    while let line = rest.first {
      let old = rest.prefix { $0.utf8.first == minus }
      let new = rest[old.endIndex...].prefix { $0.utf8.first == plus }
      rest = rest[new.endIndex...]
      if old.isEmpty && new.isEmpty {
        let isNote = line.hasPrefix("\\")
        result.append(StyledText(line, style: isNote ? TextStyle(role: .muted) : .plain))
        rest.removeFirst()
      } else if old.count == new.count {
        let changes = zip(old, new).map { changed(Array($0.utf8), Array($1.utf8)) }
        result += zip(old, changes).map { styled($0, .diffRemoved, marking: $1.old) }
        result += zip(new, changes).map { styled($0, .diffAdded, marking: $1.new) }
      } else {
        result += old.map { styled($0, .diffRemoved) } + new.map { styled($0, .diffAdded) }
      }
    }
    return result
  }

  /// Returns the lines of a hunk with the colours of their language.
  ///
  /// - Parameters:
  ///   - lines: the lines as ``hunk(_:)`` returns them.
  ///   - highlight: returns the coloured lines of a text; nil if it stays plain.
  static func colored(
    _ lines: [StyledText],
    by highlight: ([String]) -> [StyledText]?
  ) -> [StyledText] {
    var lines = lines
    // The lines before and after the change are two texts.
    for sign in [minus, plus] {
      let side = lines.indices.filter { index in
        lines[index].text.utf8.first.map { $0 == sign || $0 == UInt8(ascii: " ") } ?? true
      }
      let texts = side.map { String(decoding: lines[$0].text.utf8.dropFirst(), as: UTF8.self) }
      guard let colored = highlight(texts) else { continue }
      for (index, line) in zip(side, colored) { lines[index] = lines[index].colored(as: line) }
    }
    return lines
  }

  /// The sign is a run of its own: rows that begin with one are filled with its background.
  private static func styled(
    _ line: String,
    _ role: TextRole,
    marking marked: Range<Int> = 0..<0
  ) -> StyledText {
    let bytes = Array(line.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    let plain = TextStyle(role: role)
    var text = StyledText(part(0..<1), style: TextStyle(role: role, attributes: .bold))
    guard !marked.isEmpty else {
      text.append(part(1..<bytes.count), style: plain)
      return text
    }
    text.append(part(1..<marked.lowerBound), style: plain)
    text.append(part(marked), style: TextStyle(role: role, attributes: [.bold, .underline]))
    text.append(part(marked.upperBound..<bytes.count), style: plain)
    return text
  }

  /// Returns the bytes in which two lines differ, from word to word; empty ranges if they share no word.
  private static func changed(_ old: [UInt8], _ new: [UInt8]) -> (old: Range<Int>, new: Range<Int>)
  {
    let (a, b) = (words(old), words(new))
    var head = 0
    while head < min(a.count, b.count), old[a[head]] == new[b[head]] { head += 1 }
    var tail = 0
    while tail < min(a.count, b.count) - head,
      old[a[a.count - 1 - tail]] == new[b[b.count - 1 - tail]]
    { tail += 1 }
    let shared = a.prefix(head) + a.suffix(tail)
    guard shared.contains(where: { isLetter(old[$0.lowerBound]) }) else { return (0..<0, 0..<0) }
    func middle(_ words: [Range<Int>], _ end: Int) -> Range<Int> {
      let start = head < words.count ? words[head].lowerBound : end
      return start..<max(start, tail > 0 ? words[words.count - tail].lowerBound : end)
    }
    return (middle(a, old.count), middle(b, new.count))
  }

  /// Splits a line behind its sign into words and single other characters.
  private static func words(_ line: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    for index in line.indices.dropFirst() {
      if let last = words.last, isLetter(line[index]), isLetter(line[index - 1]) {
        words[words.count - 1] = last.lowerBound..<index + 1
      } else {
        words.append(index..<index + 1)
      }
    }
    return words
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}

extension CodeHighlighter {
  /// Returns the hunks of a difference with the colours of their files' languages.
  ///
  /// - Parameters:
  ///   - document: the hunks of one file, or of several, each below a heading of the second level with its name.
  ///   - path: the path of the first file.
  /// - Returns: the coloured document; the files that are left after `documentTimeLimit` stay plain.
  func highlighted(diff document: TextDocument, of path: String) -> TextDocument {
    let watch = Watch()
    var language = path.fileLanguage
    var document = document
    var blocks = document.blocks
    var hunks: [Int] = []
    func color() {
      defer { hunks = [] }
      guard let language, !watch.isOver else { return }
      // One run of the program serves for all hunks of a file.
      let lines = hunks.flatMap { blocks[$0].preformattedLines }
      var colored = DiffLines.colored(lines) { self.lines(of: $0, language: language) }[...]
      for index in hunks {
        let count = blocks[index].preformattedLines.count
        blocks[index] = .preformatted(Array(colored.prefix(count)))
        colored.removeFirst(count)
      }
    }
    for index in blocks.indices {
      if case .heading(level: 2, let name) = blocks[index] {
        color()
        language = name.text.fileLanguage
      }
      if case .preformatted = blocks[index] { hunks.append(index) }
    }
    color()
    document.blocks = blocks
    return document
  }
}

extension TextBlock {
  fileprivate var preformattedLines: [StyledText] {
    if case .preformatted(let lines) = self { lines } else { [] }
  }
}

extension StyledText {
  /// Returns a line of a diff whose text behind the sign has the roles of another text; attributes stay.
  fileprivate func colored(as code: StyledText) -> StyledText {
    let bytes = Array(text.utf8)
    guard bytes.count == code.text.utf8.count + 1 else { return self }
    var styles = bytewise
    for (index, style) in code.bytewise.enumerated() { styles[index + 1].role = style.role }
    var line = StyledText()
    var start = 0
    while start < bytes.count {
      let end = styles[start...].firstIndex { $0 != styles[start] } ?? bytes.count
      line.append(String(decoding: bytes[start..<end], as: UTF8.self), style: styles[start])
      start = end
    }
    return line
  }

  /// The style of each byte of the text.
  private var bytewise: [TextStyle] {
    let styles = runs.flatMap { repeatElement($0.style, count: $0.length) }
    return styles + repeatElement(.plain, count: text.utf8.count - styles.count)
  }
}
