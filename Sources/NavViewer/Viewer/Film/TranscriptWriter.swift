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

  package func note(_ text: String, at time: Duration) -> String {
    Self.text([sanitized(text)], at: time)
  }

  package func end(at time: Duration) -> String { "\(time.clockText)\nThe end\n" }

  private static func text(_ lines: [String], at time: Duration) -> String {
    "\(time.clockText)\n" + lines.map { $0 + "\n" }.joined() + "\n"
  }
}

extension Recording {
  /// The marks and sentences as WebVTT, in the order of their times.
  ///
  /// A mark is a chapter: a cue with the identifier `mark NUMBER` in the first row, until the next mark, the last one to
  /// the end, at least a second. A sentence lasts for as long as it takes to read it, at most until the next one; those of
  /// one second are one cue.
  package var webVTT: String {
    var cues: [(time: Duration, text: String)] = []
    for (index, mark) in marks.enumerated() {
      let next = index + 1 < marks.count ? marks[index + 1].time : duration
      let time = Self.cueTime(mark.time, max(next, mark.time + .seconds(1)))
      let name = Self.cueText(mark.name)
      let lines = "mark \(index + 1)\n\(time) line:0\n\(name.isEmpty ? "Mark" : name)\n"
      cues.append((mark.time, "\n" + lines))
    }
    let groups = sentences.reduce(into: [[(time: Duration, text: String)]]()) { groups, sentence in
      if let first = groups.last?.first, sentence.time - first.time < .seconds(1) {
        groups[groups.count - 1].append(sentence)
      } else {
        groups.append([sentence])
      }
    }
    for (index, group) in groups.enumerated() {
      let lines = group.map { Self.cueText($0.text) + "\n" }.joined()
      let reading = max(.seconds(2), .milliseconds(70) * lines.count)
      var end = group[0].time + reading
      if index + 1 < groups.count { end = min(end, groups[index + 1][0].time) }
      cues.append((group[0].time, "\n\(Self.cueTime(group[0].time, end))\n\(lines)"))
    }
    // Of cues with one time, the mark comes first: sorting is stable.
    return "WEBVTT\n" + cues.sorted { $0.time < $1.time }.map(\.text).joined()
  }

  private static func cueTime(_ start: Duration, _ end: Duration) -> String {
    "\(start.cueText) --> \(end.cueText)"
  }

  /// Not every reader knows the name of a quotation mark, which needs none here.
  private static func cueText(_ text: String) -> String {
    sanitized(text).xmlEscaped.replacing("&quot;", with: "\"")
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
