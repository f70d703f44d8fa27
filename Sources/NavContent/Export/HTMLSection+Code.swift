import NavBase

extension HTMLSection {
  /// Adds preformatted lines; if lines are numbered or highlighted, each is an element.
  mutating func add(_ code: TextCode) {
    var names: [String] = []
    let focus = code.focusedLines
    if focus != nil { names.append("focused") }
    if !code.hasGround { names.append("bare") }
    let language = code.language.isEmpty ? "" : " data-language=\"\(code.language.htmlEscaped)\""
    let list = names.isEmpty ? "" : " class=\"\(names.joined(separator: " "))\""
    let first = pass(turns: code.turnCount)
    let hasTurns = code.turnCount > 1 && focus != nil && kind == "slide"
    let turns = hasTurns ? " data-turns=\"\(first) \(first + code.turnCount - 1)\"" : ""
    write("<pre\(list)\(language)\(turns)><code>")
    let width = code.firstNumber.map { String($0 &+ code.lines.count &- 1).count } ?? 0
    for (index, line) in code.lines.enumerated() {
      let end = index + 1 < code.lines.count ? "\n" : ""
      guard focus != nil || code.firstNumber != nil else {
        add(line, keepingTabs: true)
        write(end)
        continue
      }
      let isFocused = focus.map { ranges in ranges.contains { $0.contains(index + 1) } } ?? false
      write("<span class=\"line\(isFocused ? " focus" : "")\"")
      if hasTurns {
        let on = code.focus.indices.filter { code.focus[$0].contains(index + 1) }
        write(" data-on=\"\(on.map { String(first + $0) }.joined(separator: " "))\"")
      }
      if let first = code.firstNumber {
        write(" data-number=\"\(padded(String(first &+ index), to: width))\"")
      }
      write(">")
      add(line, keepingTabs: true)
      write("\(end)</span>")
    }
    write("</code></pre>\n")
  }
}

extension TextCode {
  /// The lines highlighted in any step, by number from 1; nil if there are none.
  fileprivate var focusedLines: [ClosedRange<Int>]? {
    let ranges = focus.flatMap { turn -> [ClosedRange<Int>] in
      switch turn {
      case .all: []
      case .lines(let ranges): ranges
      }
    }
    return ranges.isEmpty ? nil : ranges
  }
}
