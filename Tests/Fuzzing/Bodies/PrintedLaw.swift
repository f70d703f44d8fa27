import NavBase
import NavContent
import NavTestKit

/// Any output of a program becomes safe lines, with runs that cover them, within the limits, and the same lines however
/// the bytes are cut.
enum PrintedLaw {
  private static let limits = TerminalText.Limits(lines: 40, bytes: 4_000, keeping: .newest)

  static func check(_ input: [UInt8]) throws {
    var whole = TerminalText(limits)
    whole.append(input[...])
    whole.finish()
    var pieces = TerminalText(limits)
    var rest = input[...]
    // The input determines its own cuts.
    while let first = rest.first {
      let count = min(rest.count, Int(first) % 7 + 1)
      pieces.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    pieces.finish()
    let lines = whole.lines
    try demand(lines == pieces.lines, "cut elsewhere it gives other lines")
    try demand(lines.count <= limits.lines, "\(lines.count) lines")
    for line in lines {
      try demand(sanitized(line.text) == line.text, "a control in \(line.text.debugDescription)")
      let covered = line.runs.reduce(0) { $0 + $1.length }
      try demand(covered == line.text.utf8.count, "runs of \(covered) bytes")
      for link in line.runs.compactMap(\.style.link) {
        try demand(sanitized(link) == link, "a control in a link")
      }
    }
  }

  /// Returns pieces with a meaning for a terminal, in any order.
  static func sample(_ generator: inout SplitMix64) -> [UInt8] {
    let pieces = [
      "text ", "\n", "\r", "\r\n", "\u{8}", "\t", "_", "x\u{8}x", "\u{1B}[1;31m", "\u{1B}[0m",
      "\u{1B}[38;5;200m", "\u{1B}[48:2::1:2:3m", "\u{1B}[4:3m", "\u{1B}[K", "\u{1B}[7G",
      "\u{1B}[2D", "\u{1B}[3A", "\u{1B}[2J", "\u{1B}[3J", "\u{1B}[9;9H", "\u{1B}[2L", "\u{1B}[2M",
      "\u{1B}[3@",
      "\u{1B}[2P", "\u{1B}[9b", "\u{1B}[3;9r", "\u{1B}7", "\u{1B}8", "\u{1B}M", "\u{1B}c",
      "\u{1B}[?1049h", "\u{1B}[?1049l",
      "\u{1B}]8;;https://x.org\u{1B}\\", "\u{1B}]8;;\u{7}", "\u{1B}]0;title\u{7}",
      "\u{1B}P1$q\u{1B}\\", "\u{9B}1m", "\u{1B}(B", "日本", "e\u{301}", "👩\u{200D}👧",
    ]
    return (0..<generator.int(in: 4...40)).flatMap { _ in Array(generator.pick(pieces).utf8) }
  }
}
