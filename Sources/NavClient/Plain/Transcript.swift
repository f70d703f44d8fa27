import NavLayout
import NavText

/// What happens in a session as lines of text, one for each change (experience.md: Screen, the last
/// point).
///
/// A new page is its heading and then its words, once; what is added to it later is said when it
/// comes. Of a list the selected entry is said. A motion is said when it has ended.
package struct Transcript: Sendable {
  /// The most columns of a line; more is cut.
  package static let mostColumns = 1000

  private var session = ""
  private var viewers = 0
  private var isUnsaved = false
  private var stale = ""
  private var isInsecure = false
  private var isOutOfStep = false
  private var link = Link.live
  private var message: String?
  private var place = SpokenPlace()
  /// The rows of the page that were said.
  private var said: [Int: String] = [:]

  private enum Link: Hashable {
    case live, connecting, reconnecting
  }

  package init() {}

  /// What is to be said now.
  ///
  /// - Parameters:
  ///   - screen: what a terminal would show.
  ///   - isMoving: whether it is under way to somewhere else.
  /// - Returns: the lines, in order; none where nothing has changed.
  package mutating func lines(for screen: Screen, isMoving: Bool) -> [String] {
    var lines = linkLines(screen)
    if let scene = screen.scene {
      lines += factLines(scene, screen)
      if !isMoving, let place = scene.spokenPlace { lines += placeLines(place) }
    }
    if screen.message != message {
      message = screen.message
      if let message { lines.append(sanitized(message)) }
    }
    return lines.map { $0.truncated(toColumns: Self.mostColumns) }
  }

  /// Says the place once more with the next lines.
  package mutating func forgetPlace() {
    place = SpokenPlace()
    said = [:]
  }

  // MARK: The session

  private mutating func linkLines(_ screen: Screen) -> [String] {
    let now: Link =
      switch screen.staleness {
      case nil: .live
      case .connecting: .connecting
      case .reconnecting: .reconnecting
      }
    defer { link = now }
    guard now != link else { return [] }
    return switch now {
    case .live: ["Connected"]
    case .connecting: ["Waiting for navd"]
    case .reconnecting: ["Reconnecting"]
    }
  }

  private mutating func factLines(_ scene: Scene, _ screen: Screen) -> [String] {
    var lines: [String] = []
    if screen.session != session {
      let name = sanitized(screen.session)
      lines.append(session.isEmpty ? "Session \(name)" : "The session is called \(name) now")
      session = screen.session
    }
    if scene.viewers != viewers, viewers > 0 || scene.viewers > 1 {
      lines.append(scene.viewers == 1 ? "1 viewer" : "\(scene.viewers) viewers")
    }
    viewers = scene.viewers
    if scene.isUnsaved != isUnsaved {
      isUnsaved = scene.isUnsaved
      lines.append(isUnsaved ? "Not saved: navd can't write its state" : "Saved again")
    }
    if scene.stale != stale {
      stale = scene.stale
      lines.append(stale.isEmpty ? "Everything is read again" : sanitized(stale))
    }
    if scene.isInsecure != isInsecure {
      isInsecure = scene.isInsecure
      if isInsecure { lines.append("Insecure: whoever can reach navd can take part") }
    }
    if screen.isOutOfStep != isOutOfStep {
      isOutOfStep = screen.isOutOfStep
      lines.append(isOutOfStep ? "Out of step with navd" : "In step again")
    }
    return lines
  }

  // MARK: The place

  private mutating func placeLines(_ new: SpokenPlace) -> [String] {
    let old = place
    guard new != old else { return [] }
    place = new
    var lines = new.choices.filter { !old.choices.contains($0) }
    let isNewPage = new.page != old.page || new.heading != old.heading
    if isNewPage {
      said = [:]
      lines.append(new.heading)
    }
    if let entry = new.entry, isNewPage || entry != old.entry { lines.append(entry) }
    lines += newRows(of: new)
    if isNewPage, new.rowsMissing > 0 {
      lines.append(new.rowsMissing == 1 ? "1 more row" : "\(new.rowsMissing) more rows")
    }
    return lines
  }

  private mutating func newRows(of place: SpokenPlace) -> [String] {
    let rows = place.rows.sorted { $0.key < $1.key }.filter { said[$0.key] != $0.value }
    for row in rows { said[row.key] = row.value }
    return rows.map(\.value)
  }
}
