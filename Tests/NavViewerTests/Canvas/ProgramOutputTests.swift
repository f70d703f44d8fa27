import NavBase
import NavContent
import NavTestKit
import Testing

/// The output of programs as a page, compared with the screen of a terminal.
@Suite struct ProgramOutputTests {
  private static let size = CellSize(columns: 74, rows: 24)

  /// Text that fits the width, and moves.
  private static let pieces = [
    "abc", "x", " 12", "\r", "\n", "\r\n", "\u{8}", "\u{1B}[A", "\u{1B}[3A", "\u{1B}[2B",
    "\u{1B}[5C", "\u{1B}[4D",
    "\u{1B}[2E", "\u{1B}[2F", "\u{1B}[9G", "\u{1B}[3;5H", "\u{1B}[H", "\u{1B}[30;2H", "\u{1B}[7d",
    "\u{1B}[J",
    "\u{1B}[1J", "\u{1B}[2J", "\u{1B}[K", "\u{1B}[1K", "\u{1B}[2K", "\u{1B}[2L", "\u{1B}[M",
    "\u{1B}[2P", "\u{1B}[3X",
    "\u{1B}[2@", "\u{1B}[S", "\u{1B}[2T", "\u{1B}7", "\u{1B}8", "\u{1B}M", "\u{1B}D", "\u{1B}E",
    "\u{1B}[31m",
  ]

  @Test("a page ends as a terminal's screen does", arguments: wanted(0..<300))
  func screens(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var output = (0..<random.int(in: 1...30)).map { _ in random.pick(Self.pieces) }.joined()
    // Without an empty row at its end, the screen is the last lines of the page.
    output += "\u{1B}[24;1Hend"
    let terminal = VirtualTerminal(Self.size)
    // Programs write to a pipe, so a line feed also returns the carriage.
    terminal.write(Array("\u{1B}[20h\(output)".utf8))
    var text = TerminalText(.followed, columns: Self.size.columns)
    text.append(Array(output.utf8)[...])
    let lines = text.lines.suffix(Self.size.rows).map(\.text)
    try #require(lines.count == Self.size.rows)
    for (row, line) in lines.enumerated() {
      let shown = (0..<Self.size.columns).map { column in
        let cell = terminal.cell(at: CellPoint(x: column, y: row)).text ?? ""
        return cell.isEmpty ? " " : cell
      }.joined()
      let padded = line + String(repeating: " ", count: Self.size.columns - line.utf8.count)
      try #require(padded == shown, "seed \(seed), row \(row) after \(output.debugDescription)")
    }
  }
}
