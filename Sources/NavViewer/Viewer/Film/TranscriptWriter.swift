import NavBase
package import NavWire

/// A film in words: what a plain viewer prints, below the times.
package struct TranscriptWriter: Film.Writer {
  package static let framesPerSecond = 60

  private var transcript = Transcript()

  package init() {
    // There is nobody who could be asked for the whole texts of pages.
    transcript.receive(.unknown)
  }

  package var beginning: String { "" }

  package mutating func add(_ moment: Film.Moment) -> String {
    let lines = transcript.lines(
      for: moment.screen,
      isMoving: !moment.isAtRest,
      version: moment.version
    )
    return lines.isEmpty ? "" : Self.text(lines, at: moment.time)
  }

  package func mark(_ name: String, at time: Duration) -> String {
    Self.text([name.isEmpty ? "Mark" : "Mark: \(sanitized(name))"], at: time)
  }

  package func end(at time: Duration) -> String { "\(time.clockText)\nThe end\n" }

  private static func text(_ lines: [String], at time: Duration) -> String {
    "\(time.clockText)\n" + lines.map { $0 + "\n" }.joined() + "\n"
  }
}

extension Recording {
  /// The marks as WebVTT: each lasts until the next one, and the last one to the end, at least a second.
  package var webVTT: String {
    let marks = marks
    let ends = marks.dropFirst().map(\.time) + [duration]
    let cues = zip(marks, ends).map { mark, end in
      let last = max(end, mark.time + .seconds(1))
      // Not every reader knows the name of a quotation mark, which needs none here.
      let name = sanitized(mark.name).xmlEscaped.replacing("&quot;", with: "\"")
      return "\n\(mark.time.cueText) --> \(last.cueText)\n\(name.isEmpty ? "Mark" : name)\n"
    }
    return "WEBVTT\n" + cues.joined()
  }
}

extension Duration {
  /// The time as WebVTT has it: `00:05:07.250`.
  fileprivate var cueText: String {
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    let milliseconds = count(of: .milliseconds(1))
    let seconds = milliseconds / 1_000
    let clock = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
    return clock.joined(separator: ":") + ".\(digits(milliseconds % 1_000, 3))"
  }
}
