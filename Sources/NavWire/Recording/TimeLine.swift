package import NavBase

/// The place of a replay in its recording, as the last row of a terminal shows it.
package struct TimeLine: Hashable, Sendable {
  /// The time from the beginning, in whole seconds.
  package var position: Duration
  /// The time of the whole recording, in whole seconds.
  package var duration: Duration
  package var speed: Double
  package var isPaused: Bool
  /// The times of the marks.
  package var marks: [Duration]
  /// The name of the mark that was passed last; empty for none.
  package var mark: String

  package init(
    position: Duration,
    duration: Duration,
    speed: Double = 1,
    isPaused: Bool = false,
    marks: [Duration] = [],
    mark: String = ""
  ) {
    (self.position, self.duration, self.speed) = (position, duration, speed)
    (self.isPaused, self.marks, self.mark) = (isPaused, marks, mark)
  }

  /// Returns the text: `|---o-----v--|  03:12 / 10:45  1x  mark: demo`, where `o` is the place and `v` a mark.
  ///
  /// - Parameter columns: the most columns; with few of them, the least important parts are left out.
  /// - Returns: the text, which fills the columns where the bar is shown.
  package func text(columns: Int) -> String {
    let place = "\(Self.clock(position)) / \(Self.clock(duration))"
    let factor = speed == speed.rounded() ? "\(Int(speed))" : "\(speed)"
    let state = place + "  \(factor)x" + (isPaused ? "  paused" : "")
    let name = sanitized(mark).truncated(toColumns: Self.nameColumns)
    for text in (name.isEmpty ? [] : ["\(state)  mark: \(name)"]) + [state] {
      let cells = columns - columnWidth(of: text) - 4
      if cells >= Self.fewestCells { return "|\(bar(of: cells))|  \(text)" }
    }
    return [state, place].first { columnWidth(of: $0) <= columns } ?? Self.clock(position)
  }

  /// Returns the time that a column of the text leads to, that of a mark where one is shown; nil beside the bar.
  ///
  /// - Parameters:
  ///   - column: the column, from 0.
  ///   - text: a text that begins with that of the time line.
  package func time(atColumn column: Int, of text: String) -> Duration? {
    guard text.first == "|", let end = text.dropFirst().firstIndex(of: "|") else { return nil }
    let (cell, cells) = (column - 1, text.distance(from: text.startIndex, to: end) - 1)
    guard (0..<cells).contains(cell), cells > 1 else { return nil }
    return marks.first { self.cell(of: $0, among: cells) == cell }
      ?? duration * (Double(cell) / Double(cells - 1))
  }

  private static let nameColumns = 24
  private static let fewestCells = 8

  private func bar(of cells: Int) -> String {
    var bar = Array(repeating: Character("-"), count: cells)
    for mark in marks { bar[cell(of: mark, among: cells)] = "v" }
    bar[cell(of: position, among: cells)] = "o"
    return String(bar)
  }

  private func cell(of time: Duration, among cells: Int) -> Int {
    guard duration > .zero else { return 0 }
    return min(max(0, Int(Double(cells) * (time / duration))), cells - 1)
  }

  private static func clock(_ time: Duration) -> String {
    let seconds = time.components.seconds
    func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(padded(seconds / 60)):\(padded(seconds % 60))"
  }
}

extension RecordingPlayer.Request {
  /// Returns the request for which a key stands; nil for a key that is none of the player's.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - number: the number that was typed before it, nil for none: minutes and seconds (`312` is 3:12), or a page.
  package init?(_ key: Key, after number: Int?) {
    switch (key, number) {
    case (" ", _): self = .pause
    case (".", _): self = .step(forward: true)
    case (",", _): self = .step(forward: false)
    case (">", _): self = .mark(forward: true)
    case ("<", _): self = .mark(forward: false)
    case ("+", _): self = .speed(up: true)
    case ("-", _): self = .speed(up: false)
    case ("G", let number?): self = .time(.seconds(60 * (number / 100) + number % 100))
    case (Key(.enter), let number?): self = .page(number)
    default: return nil
    }
  }
}
