import NavScene
import NavText
import NavWire

/// The changes of a session as lines of text, one per change.
///
/// A new page is printed once, its heading and then its text; later additions are printed when they arrive. Of a list
/// the selected entry is printed. A motion is printed at its end.
///
/// The text of a page comes from the daemon: the owner of the transcript requests it while `wantsText` is true and
/// passes it to `hear`. If the daemon does not support that request, the rows of the scene are printed.
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
  private var place = AccessibleDescription()
  /// The lines of the page that were printed.
  private var said: [String] = []
  /// The same by row index, if rows are printed.
  private var saidRows: [Int: String] = [:]
  /// Whether the text of the page should be requested.
  package private(set) var wantsText = false
  /// The received text, until the scene shows the same version.
  private var heard: PageText?
  /// Whether the last printed text is still growing.
  private var isGrowing = false
  /// Whether rows are printed, because the text is not available.
  private var saysRows = false
  private var hasPlace = false

  private enum Link: Hashable {
    case live, connecting, reconnecting
  }

  package init() {}

  /// Returns the lines to print now.
  ///
  /// - Parameters:
  ///   - screen: the screen that a terminal would show.
  ///   - isMoving: whether a motion is running.
  ///   - version: the session's version that the screen shows.
  /// - Returns: the lines, in order; empty if nothing has changed.
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

  /// Handles the result of a request for the front page's text.
  package mutating func hear(_ reading: PageReading) {
    wantsText = false
    switch reading {
    case .text(let page): heard = page
    case .failed, .unknown: saysRows = true
    }
  }

  /// Whether everything shown was printed, including the text of the page.
  package var isCaughtUp: Bool { hasPlace && !wantsText && heard == nil }

  /// Whether it is caught up and no running program is still printing to the page.
  package var isComplete: Bool { isCaughtUp && !isGrowing }

  /// Prints the place again with the next lines.
  package mutating func forgetPlace() {
    place = AccessibleDescription()
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
    // Another daemon may support more requests.
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

  private mutating func placeLines(_ new: AccessibleDescription) -> [String] {
    let old = place
    guard new != old else { return [] }
    place = new
    var lines = new.choices.filter { !old.choices.contains($0) }
    let isNewPage = new.page != old.page || new.heading != old.heading
    if isNewPage {
      said = []
      saidRows = [:]
      isGrowing = false
      // A text that arrived before its scene may be the right one.
      wantsText = new.isText && heard == nil
      lines.append(new.heading)
    }
    if let entry = new.entry, isNewPage || entry != old.entry { lines.append(entry) }
    if !isNewPage, new.isText, new.mayDiffer(from: old) { wantsText = true }
    return lines
  }

  private mutating func textLines(of place: AccessibleDescription, _ version: UInt64) -> [String] {
    guard place.isText else {
      heard = nil
      return []
    }
    if saysRows {
      wantsText = false
      heard = nil
      return rowLines(of: place)
    }
    // The scene for a newer text has not arrived yet.
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

  private mutating func rowLines(of place: AccessibleDescription) -> [String] {
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
