import CCMark
import NavBase

/// Checks the info strings of code fences.
extension DeckLint {
  /// Checks the info string of a code fence.
  mutating func checkInfo(of node: MarkdownNode) {
    guard node.fence != nil else { return }
    if syntax.hasCommands, let command = node.slidesCommand {
      guard isFirst(ofKind: "command") else { return }
      let said = Slide.titleLine(of: command) ?? ""
      return note(
        "'\(said)' is not run: commands of blocks are shown, and what they would read",
        of: node,
        at: command
      )
    }
    let fence = CodeFence(info: node.fenceInfo)
    for text in fence.wrongLines {
      note(
        "'{\(text)}' are no lines: write {1,3-5}, or {1|3-5|all} for one after the other",
        of: node,
        at: text
      )
    }
    let isDiagram = DiagramProgram(language: fence.language) != nil
    for word in fence.unused where !(isDiagram && word == "+render") {
      if let problem = Self.problem(ofFence: word) { note(problem, of: node, at: word) }
    }
    if fence.language == "file" { checkSnippet(of: node) } else { checkLines(of: fence, in: node) }
    if let problem = Self.drawn[fence.language.lowercased()] {
      note("\(problem): the text of it is shown", of: node, at: fence.language)
    } else if fence.language.hasPrefix("terminal"),
      fence.language.dropFirst(8).allSatisfy(\.isNumber)
    {
      note("terminals are not put into slides: the command is shown", of: node, at: fence.language)
    }
  }

  private mutating func note(_ problem: String, of node: MarkdownNode, at word: String) {
    let line = line(node.startLine)
    let column = line.firstRange(of: word).map {
      line.unicodeScalars.distance(from: line.startIndex, to: $0.lowerBound) + 1
    }
    note(problem, line: max(1, node.startLine), column: column ?? 1)
  }

  // MARK: Words

  /// Switches that have an effect, or need none for text.
  private static let switches = ["+line_numbers", "+no_background", "+norender"]
  /// presenterm's switches for code that is run or drawn; a value may follow after a colon.
  static let notRun = [
    "+exec", "+exec_replace", "+auto_exec", "+image", "+render", "+pty", "+acquire_terminal",
    "+validate", "+id", "+expect", "+width", "+height",
  ]
  /// Keys and words of other tools that have an effect.
  private static let words = [
    ".numberLines", "lines", "startLine", "startFrom", "title", "filename", "hidelines",
    "magic-move", "showLineNumbers", "data-line-numbers", "data-ln-start-from",
  ]
  /// Languages of diagrams that no program draws (`DiagramProgram`).
  static let drawn = [
    "plantuml": "diagrams are not drawn", "graph-easy": "diagrams are not drawn",
  ]

  /// Returns the problem of a word without effect; nil for one of the many that mean nothing for text.
  private static func problem(ofFence word: String) -> String? {
    let name = word.split { $0 == ":" || $0 == "=" }.first.map(String.init) ?? word
    if name.hasPrefix("+") {
      if switches.contains(name) { return nil }
      if notRun.contains(name) { return "'\(name)' is not done: code is shown, and never run" }
      let near = Spelling.nearest(to: name, in: switches + notRun)
      return "there is no '\(name)': " + (near.map { "did you mean \($0)?" } ?? "take it out")
    }
    if words.contains(name) { return nil }
    return Spelling.nearest(to: name, in: words).map {
      "'\(name)' does nothing: did you mean \($0)?"
    }
  }

  // MARK: Lines

  /// Reports highlighted lines that don't exist.
  private mutating func checkLines(of fence: CodeFence, in node: MarkdownNode) {
    guard !fence.focus.isEmpty, !fence.isMagicMove else { return }
    let count = node.textCode.lines.count
    for case .lines(let ranges) in fence.focus {
      guard let range = ranges.first(where: { $0.upperBound > count || $0.lowerBound < 1 }) else {
        continue
      }
      let number = range.upperBound > count ? range.upperBound : range.lowerBound
      let lines = count == 1 ? "1 line" : "\(count) lines"
      return note(
        "line \(number) is not there to stand out: the code has \(lines)",
        of: node,
        at: "\(number)"
      )
    }
  }

  /// Checks a code block that includes lines of a file.
  private mutating func checkSnippet(of node: MarkdownNode) {
    guard let snippet = FileSnippet(node.literal) else {
      return note(
        "this block names no file: write path: FILE into it",
        line: max(1, node.startLine)
      )
    }
    note(included: snippet.path, line: max(1, node.startLine), column: 1)
  }
}

extension MarkdownNode {
  /// The last line of a block, from 1.
  var endLine: Int { Int(cmark_node_get_end_line(pointer)) }

  /// The fence character of a code block and the length of its fence; nil for an indented code
  /// block.
  var fence: (mark: UInt8, count: Int)? {
    var count: Int32 = 0
    var offset: Int32 = 0
    var mark: CChar = 0
    guard cmark_node_get_fenced(pointer, &count, &offset, &mark) != 0 else { return nil }
    return (UInt8(bitPattern: mark), Int(count))
  }
}
