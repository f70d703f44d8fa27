import NavGeometry
import NavLayout
import NavText

/// What the last row says: the session, who watches, the place, and what is wrong (experience.md: Screen).
struct StatusLine: Hashable {
  /// At the left; what matters most.
  var left: StyledText
  /// At the right; dropped where there is no room.
  var right: String

  init(_ screen: Screen) {
    let parts = Self.parts(of: screen)
    // Where not all has room, what matters least goes first; the name stays where nothing else would.
    let lines = Importance.allCases.map { least in parts.filter { $0.importance >= least } }
      .map { Self.line($0.isEmpty ? Array(parts.prefix(1)) : $0) }
    let room = screen.size.columns - 2
    left = lines.first { columnWidth(of: $0.text) <= room } ?? lines[lines.count - 1]
    // Two blanks between, one at either edge.
    let rest = screen.size.columns - columnWidth(of: left.text) - 4
    right = Self.hints(for: screen).first { columnWidth(of: $0) <= rest } ?? ""
  }

  private enum Importance: Int, CaseIterable, Comparable {
    /// What the user knows: how many watch, that they look around.
    case known
    /// The session's name: the user who typed it knows it best.
    case name
    case rows
    /// The place, and what is wrong.
    case vital

    static func < (a: Importance, b: Importance) -> Bool { a.rawValue < b.rawValue }
  }

  private struct Part {
    var text: String
    var style = TextStyle.plain
    var importance = Importance.vital
  }

  private static func line(_ parts: [Part]) -> StyledText {
    var line = StyledText()
    for (index, part) in parts.enumerated() {
      if index > 0 { line.append("  ") }
      line.append(part.text, style: part.style)
    }
    return line
  }

  private static func parts(of screen: Screen) -> [Part] {
    var parts = [
      Part(text: screen.session, style: TextStyle(attributes: .bold), importance: .name)
    ]
    switch screen.staleness {
    case .connecting:
      parts.append(Part(text: "waiting for navd…", style: TextStyle(role: .error)))
    case .reconnecting(let seconds):
      parts.append(
        Part(text: "reconnecting… \(seconds) s old", style: TextStyle(role: .error))
      )
    case nil: break
    }
    if let message = screen.message {
      parts.append(Part(text: message, style: TextStyle(role: .error)))
      return parts
    }
    if let scene = screen.scene, scene.viewers > 1 {
      parts.append(Part(text: "\(scene.viewers) viewers", importance: .known))
    }
    if let tab = screen.unseenTab {
      parts.append(
        Part(text: sanitized(tab).truncated(toColumns: 20), importance: .rows)
      )
    }
    if let place = screen.place { parts.append(Part(text: "\(place.number)/\(place.count)")) }
    let below = screen.rowsBelow
    if below > 0 {
      parts.append(Part(text: "\(below) more row\(below == 1 ? "" : "s")", importance: .rows))
    }
    if screen.peek != 0 {
      parts.append(
        Part(text: "looking around", style: TextStyle(role: .muted), importance: .known)
      )
    }
    return parts
  }

  /// What may stand at the right, the best first; while nobody else watches: how others join.
  private static func hints(for screen: Screen) -> [String] {
    let keys = "? help  q leave"
    guard screen.scene?.viewers == 1 else { return [keys] }
    return ["others: \(screen.invitation)   \(keys)", keys]
  }
}
