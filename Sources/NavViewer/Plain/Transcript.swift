import NavScene
import NavText
import NavWire

/// What happens in a session as lines of text, one for each change (experience.md: Screen, the last
/// point).
///
/// A new page is its heading and then its text, once; what is added to it later is said when it
/// comes. Of a list the selected entry is said. A motion is said when it has ended.
///
/// The text of a page is the daemon's: whoever has the transcript asks for it while `wantsText` says so, and gives it
/// to `hear`. Where the daemon does not know that request, the rows of the scene are said.
package struct Transcript: Sendable {
  private var session = ""
  private var viewers = 0
  private var isUnsaved = false
  private var stale = ""
  private var isInsecure = false
  private var isOutOfStep = false
  private var link = Link.live
  private var message: String?
  private var messageCount = 0
  private var place = SpokenPlace()
  /// The lines of the page that were said.
  private var said: [String] = []
  /// The same by their rows, where rows are said.
  private var saidRows: [Int: String] = [:]
  /// Whether the text of the page is to be asked for.
  package private(set) var wantsText = false
  /// The text that has come, until the scene is of its version.
  private var heard: PageText?
  /// Whether more of the text that was said last is on its way.
  private var isGrowing = false
  /// Whether the rows are to be said because there is no text.
  private var saysRows = false
  private var hasPlace = false

  private enum Link: Hashable {
    case live, connecting, reconnecting
  }

  package init() {}

  /// What is to be said now.
  ///
  /// - Parameters:
  ///   - screen: what a terminal would show.
  ///   - isMoving: whether it is under way to somewhere else.
  ///   - version: the session's that the screen shows.
  /// - Returns: the lines, in order; none where nothing has changed.
  package mutating func lines(
    for screen: Screen,
    isMoving: Bool,
    version: UInt64 = 0
  ) -> [String] {
    var lines = linkLines(screen)
    if let scene = screen.scene {
      lines += factLines(scene, screen)
      if !isMoving, let place = scene.spokenPlace {
        hasPlace = true
        lines += placeLines(place)
        lines += textLines(of: place, version)
      }
    }
    if screen.message != message || screen.messageCount > messageCount {
      message = screen.message
      if let message { lines.append(sanitized(message)) }
    }
    messageCount = screen.messageCount
    return lines
  }

  /// Takes the text of the page in front, or why there is none.
  package mutating func hear(_ reading: PageReading) {
    wantsText = false
    switch reading {
    case .text(let page): heard = page
    case .failed, .unknown: saysRows = true
    }
  }

  /// Whether all is said that has been shown, the text of the page included.
  package var isCaughtUp: Bool { hasPlace && !wantsText && heard == nil }

  /// Whether nothing more comes by itself either: no program runs that prints the page.
  package var isComplete: Bool { isCaughtUp && !isGrowing }

  /// Says the place once more with the next lines.
  package mutating func forgetPlace() {
    place = SpokenPlace()
    said = []
    saidRows = [:]
    heard = nil
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
    // Another daemon may know more.
    saysRows = false
    isGrowing = false
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
      said = []
      saidRows = [:]
      isGrowing = false
      // A text that has come before its scene may be the right one.
      wantsText = new.isText && heard == nil
      lines.append(new.heading)
    }
    if let entry = new.entry, isNewPage || entry != old.entry { lines.append(entry) }
    if !isNewPage, new.isText, new.mayDiffer(from: old) { wantsText = true }
    return lines
  }

  private mutating func textLines(of place: SpokenPlace, _ version: UInt64) -> [String] {
    guard place.isText else {
      heard = nil
      return []
    }
    if saysRows {
      wantsText = false
      heard = nil
      return rowLines(of: place)
    }
    // The scene of a newer text is on its way.
    guard let page = heard, page.version <= version else { return [] }
    heard = nil
    guard page.version == version else {
      wantsText = true
      return []
    }
    isGrowing = page.isGrowing
    let lines = page.spoken
    defer { said = lines }
    return said.isEmpty ? lines : AddedLines.between(said, lines)
  }

  private mutating func rowLines(of place: SpokenPlace) -> [String] {
    let isFirst = saidRows.isEmpty
    let rows = place.rows.sorted { $0.key < $1.key }
      .filter { !$0.value.isEmpty && saidRows[$0.key] != $0.value }
    for row in rows { saidRows[row.key] = row.value }
    var lines = rows.map(\.value)
    if isFirst, place.rowsMissing > 0 {
      lines.append(place.rowsMissing == 1 ? "1 more row" : "\(place.rowsMissing) more rows")
    }
    return lines
  }
}
