import NavBase
package import NavScene
import NavWire

/// The changes of a session as lines of text, one per change.
///
/// A new page is printed once, its heading and then its text; later additions are printed when they arrive. Of a list
/// the selected entry is printed. A motion is printed at its end.
///
/// The text of a page comes from the daemon: the owner of the transcript requests it while `wantsText` is true and
/// passes it to `receive`. If the daemon does not support that request, the rows of the scene are printed.
package struct Transcript: Sendable {
  private var facts = PrintedFacts()
  private var connection = Connection.live
  /// The message that was printed last.
  private var notice = Screen.Notice()
  private var page = PageTranscript()
  /// The last version of the session.
  private var version: UInt64 = 0
  /// The version from whose successor on the next lines are awaited; nil for none.
  private var awaitedFrom: UInt64?

  private enum Connection: Hashable {
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
    var lines = connectionLines(screen)
    if let scene = screen.scene {
      if screen.local.view != facts.view { page.viewChanged() }
      lines += facts.lines(for: scene, on: screen)
      if !isMoving, !scene.hidesPages, let place = scene.spokenPlace {
        lines += page.lines(for: place, version: version)
      }
    }
    if screen.notice.text != notice.text || screen.notice.count > notice.count,
      let message = screen.notice.text
    {
      lines.append(sanitized(message))
    }
    notice = screen.notice
    self.version = version
    if !lines.isEmpty { awaitedFrom = nil }
    return lines
  }

  /// Awaits the lines about an action whose effect comes later than its version.
  package mutating func expect(_ action: SessionAction) {
    awaitedFrom = action.showsOtherForm ? version : nil
  }

  private var isAwaiting: Bool { awaitedFrom.map { version > $0 } ?? false }

  /// Handles the result of a request for the front page's text.
  package mutating func receive(_ reading: PageReading) {
    page.receive(reading)
  }

  /// Whether the text of the page should be requested.
  package var wantsText: Bool { page.wantsText }

  /// Whether everything shown was printed, including the text of the page.
  package var isCaughtUp: Bool { page.isCaughtUp && !isAwaiting }

  /// Whether it is caught up and no running program is still printing to the page.
  package var isComplete: Bool { page.isComplete && !isAwaiting }

  /// Prints the place again with the next lines.
  package mutating func forgetPlace() {
    page.forgetPlace()
  }

  private mutating func connectionLines(_ screen: Screen) -> [String] {
    let now: Connection =
      switch screen.sync.staleness {
      case nil: .live
      case .connecting: .connecting
      case .reconnecting: .reconnecting
      }
    defer { connection = now }
    guard now != connection else { return [] }
    page.connectionChanged()
    return switch now {
    case .live: ["Connected"]
    case .connecting: ["Waiting for navd"]
    case .reconnecting: ["Reconnecting"]
    }
  }
}

extension SessionAction {
  /// Whether it shows a document as its text or as a document again, which is read later.
  fileprivate var showsOtherForm: Bool {
    switch self {
    case .command(let command): command == .toggleText
    case .keys(let keys):
      keys.contains { KeyTable.command(for: $0, focus: .none) == .session(.toggleText) }
    case .tap, .follow, .release, .visit, .replay: false
    }
  }
}

/// The facts about a session that were printed last.
private struct PrintedFacts: Sendable {
  private var session = ""
  private var viewers = 0
  private var isUnsaved = false
  private var stale = ""
  /// The size of the text that is searched, in bytes.
  private var searched: Int?
  private var isInsecure = false
  private var isBlank = false
  private var isRecorded = false
  private var isOutOfStep = false
  /// Whether the first scene's control was printed; the messages of the status line tell its changes.
  private var isControlPrinted = false
  private(set) var view = ShownView.shared
  private var mark: String?
  private var talk = PrintedTalk()

  /// Returns a line for each fact that has changed.
  mutating func lines(for scene: Scene, on screen: Screen) -> [String] {
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
    if !isControlPrinted {
      isControlPrinted = true
      let own = screen.local.control
      if let words = ControlView(scene, for: own.name).driverWords() {
        lines.append("Control: \(words)")
      }
      if own.isReadOnly { lines.append("Read only") }
    }
    if screen.local.view != view {
      view = screen.local.view
      lines.append(view.spoken)
    }
    if scene.isUnsaved != isUnsaved {
      isUnsaved = scene.isUnsaved
      lines.append(isUnsaved ? "Not saved: navd can't write its state" : "Saved again")
    }
    if screen.staleReason != stale {
      stale = screen.staleReason
      lines.append(stale.isEmpty ? "Everything is read again" : sanitized(stale))
    }
    let size = scene.searching?.size
    if let size, size != searched { lines.append("Searching \(byteCount(size))") }
    searched = size
    if scene.isInsecure != isInsecure {
      isInsecure = scene.isInsecure
      if isInsecure { lines.append("Insecure: whoever can reach navd can take part") }
    }
    if scene.isRecorded != isRecorded {
      isRecorded = scene.isRecorded
      lines.append(isRecorded ? "The session is recorded" : "The session is not recorded any more")
    }
    if scene.isBlank != isBlank {
      isBlank = scene.isBlank
      lines.append(isBlank ? "The screens are blank" : "The screens show the pages again")
    }
    lines += talk.lines(for: screen.local.talk, questions: scene.questions)
    let marked = scene[.mark]?.title
    if marked != mark {
      mark = marked
      if let marked, !marked.isEmpty { lines.append("Marked: \(sanitized(marked))") }
    }
    if screen.sync.isOutOfStep != isOutOfStep {
      isOutOfStep = screen.sync.isOutOfStep
      lines.append(isOutOfStep ? "Out of step with navd" : "In step again")
    }
    return lines
  }
}

/// The timer and the questions of a speaker's view that were printed last.
struct PrintedTalk: Sendable {
  private var time: TalkTime?
  private var questions = 0

  /// Returns a line for each change of the timer or of the number of questions.
  ///
  /// The timer changes when it is started, paused or reset, and when its time gets short. The questions themselves are
  /// part of the page's text.
  ///
  /// - Parameters:
  ///   - time: the shown time; nil for any other view, of which nothing is printed.
  ///   - questions: the number of questions without an answer.
  /// - Returns: the lines, in order; empty if there is no news.
  mutating func lines(for time: TalkTime?, questions: Int) -> [String] {
    guard let time else {
      self = PrintedTalk()
      return []
    }
    var lines: [String] = []
    if !Self.isCorrection(time, of: self.time) {
      if Self.isNews(time, after: self.time) { lines.append("Timer: \(Self.words(for: time))") }
      self.time = time
    }
    if questions != self.questions { lines.append(Self.words(forQuestions: questions)) }
    self.questions = questions
    return lines
  }

  private static func isNews(_ time: TalkTime, after last: TalkTime?) -> Bool {
    guard let last else { return time.isRunning || time.elapsed > 0 }
    return time.isRunning != last.isRunning || time.shortage != last.shortage
      || time.elapsed < last.elapsed
  }

  /// Whether a running timer is a second behind, because the daemon's clock was estimated anew.
  private static func isCorrection(_ time: TalkTime, of last: TalkTime?) -> Bool {
    guard let last, time.isRunning, last.isRunning, time.duration == last.duration else {
      return false
    }
    return time.elapsed > 0 && time.elapsed == last.elapsed - 1
  }

  // MARK: Words

  private static func words(for time: TalkTime) -> String {
    // The status line names the key that starts it, but a script has no keys.
    guard time.isRunning || time.elapsed > 0 else { return "stopped at zero" }
    guard let duration = time.duration, time.elapsed < duration else { return time.words }
    return switch time.shortage {
    case .none: time.words
    case .warning: "\(time.words), little time left"
    case .alarm: "\(time.words), almost no time left"
    }
  }

  private static func words(forQuestions count: Int) -> String {
    switch count {
    case 0: "No questions"
    case 1: "1 question"
    default: "\(count) questions"
    }
  }
}
