package import NavBase

/// The fields of a scene's root that hold numbers, numbered as in `scene.proto`.
package enum RootField: UInt8, CaseIterable, Hashable, Sendable {
  case columns = 1
  case rows = 2
  case focus = 3
  case focusKind = 4
  case viewers = 5
  case isUnsaved = 7
  case isInsecure = 8
  case matches = 10
  case match = 11
  case policy = 14
  case requests = 16
  case sharedPage = 17
  case sharedPages = 18
  case isSpeakers = 19
  case isTimerRunning = 20
  case timerElapsed = 21
  case timerAt = 22
  case duration = 23
  case questions = 24
  case firstQuestion = 25
  case isFault = 26
  case searchedPercent = 27
  case searchedSize = 28
  case theme = 29
  case isBlank = 30
  case isRecorded = 31
  case past = 32
}

/// The fields of a scene's root that hold text.
package enum RootText: UInt8, CaseIterable, Hashable, Sendable {
  case session = 6
  case search = 9
  case stale = 12
  case driver = 13
  case asking = 15
}

extension FieldTable {
  /// The fields of a scene's root.
  package static let root = FieldTable([
    .count(1, "columns"),
    .count(2, "rows"),
    .id(3, "focus"),
    .enumeration(4, "focus_kind", KeyFocus.self),
    .count(5, "viewers"),
    .text(6, "session"),
    .flag(7, "unsaved"),
    .flag(8, "insecure"),
    .text(9, "search").nullable(),
    .count(10, "matches"),
    .count(11, "match"),
    .text(12, "stale").unhashed(),
    .text(13, "driver").nullable().unhashed(),
    .enumeration(14, "policy", ControlPolicy.self).unhashed(),
    .text(15, "asking").nullable().unhashed(),
    .count(16, "requests").unhashed(),
    .count(17, "shared_page").unhashed(),
    .count(18, "shared_pages").unhashed(),
    .flag(19, "speaker").unhashed(),
    .flag(20, "timer_running").unhashed(),
    .count(21, "timer_elapsed_ms").unhashed(),
    .count(22, "timer_at_tenths").unhashed(),
    .count(23, "duration_s").unhashed(),
    .count(24, "questions").unhashed(),
    .count(25, "first_question").unhashed(),
    .flag(26, "fault").unhashed(),
    .count(27, "searched_percent").unhashed(),
    .count(28, "searched_kb").unhashed(),
    .enumeration(29, "theme", BuiltInTheme.self).unhashed(),
    .flag(30, "blank").unhashed(),
    .flag(31, "recorded").unhashed(),
    .count(32, "past_s").unhashed(),
  ])
}

extension Scene {
  /// The number in a field of the root, as it is hashed, compared and sent.
  package subscript(field: RootField) -> Int {
    get { root[Int(field.rawValue)] }
    set { root[Int(field.rawValue)] = newValue }
  }

  /// The text in a field of the root.
  package subscript(text: RootText) -> String {
    get { root.texts[FieldTable.root.texts.rank(of: Int(text.rawValue))] }
    set { root.texts[FieldTable.root.texts.rank(of: Int(text.rawValue))] = newValue }
  }

  /// Sets a field of the root from a received value; returns false, changing nothing, if it is out of range.
  package mutating func set(_ field: RootField, to value: Int) -> Bool {
    guard FieldTable.root.ranges[Int(field.rawValue)].contains(value) else { return false }
    self[field] = value
    return true
  }

  /// The whole terminal; from three rows on, the last one is reserved for the viewer's status line.
  package var viewport: CellSize {
    get { CellSize(columns: self[.columns], rows: self[.rows]) }
    set {
      self[.columns] = newValue.columns
      self[.rows] = newValue.rows
    }
  }

  package var focus: ContainerID? {
    get { ContainerID(number: self[.focus]) }
    set { self[.focus] = newValue.map { Int($0.rawValue) } ?? 0 }
  }

  /// The meaning of keys; `none` if this version does not know it.
  package var focusKind: KeyFocus {
    get { KeyFocus(rawValue: UInt8(truncatingIfNeeded: self[.focusKind])) ?? .none }
    set { self[.focusKind] = Int(newValue.rawValue) }
  }

  /// The number of viewers of the session.
  package var viewers: Int {
    get { self[.viewers] }
    set { self[.viewers] = newValue }
  }

  /// The session's name.
  package var session: String {
    get { self[.session] }
    set { self[.session] = newValue }
  }

  /// Whether changes are not being stored and would be lost with the daemon.
  package var isUnsaved: Bool {
    get { self[.isUnsaved] != 0 }
    set { self[.isUnsaved] = newValue ? 1 : 0 }
  }

  /// Whether the daemon also listens on an address without authentication.
  package var isInsecure: Bool {
    get { self[.isInsecure] != 0 }
    set { self[.isInsecure] = newValue ? 1 : 0 }
  }

  /// The theme that the content asks for; the viewer's own if this version does not know it.
  package var theme: BuiltInTheme {
    get { BuiltInTheme(rawValue: UInt8(truncatingIfNeeded: self[.theme])) ?? .own }
    set { self[.theme] = Int(newValue.rawValue) }
  }

  /// Whether the pages are hidden from all but speakers.
  package var isBlank: Bool {
    get { self[.isBlank] != 0 }
    set { self[.isBlank] = newValue ? 1 : 0 }
  }

  /// Whether somebody records the session.
  package var isRecorded: Bool {
    get { self[.isRecorded] != 0 }
    set { self[.isRecorded] = newValue ? 1 : 0 }
  }

  /// How many seconds ago the session has shown this, in a private view that was set back; 0 in any other one.
  package var past: Int {
    get { self[.past] }
    set { self[.past] = newValue }
  }

  /// Whether its own pages are hidden.
  package var hidesPages: Bool { isBlank && !isSpeakers }

  /// Why the shown content is out of date, or the first fault in it; empty if it is current and has none.
  package var stale: String {
    get { self[.stale] }
    set { self[.stale] = newValue }
  }

  /// Whether `stale` is a fault in the content, which an audience need not know.
  package var isFault: Bool {
    get { self[.isFault] != 0 }
    set { self[.isFault] = newValue ? 1 : 0 }
  }

  /// The name of who drives the session; empty if nobody does, or everybody may move it.
  package var driver: String {
    get { self[.driver] }
    set { self[.driver] = newValue }
  }

  /// The rule by which viewers may move the session; `locked` if this version does not know it.
  package var policy: ControlPolicy {
    get { ControlPolicy(rawValue: UInt8(truncatingIfNeeded: self[.policy])) ?? .locked }
    set { self[.policy] = Int(newValue.rawValue) }
  }

  /// The name of who has asked for control first; empty if nobody asks.
  package var asking: String {
    get { self[.asking] }
    set { self[.asking] = newValue }
  }

  /// The number of those who ask for control.
  package var requests: Int {
    get { self[.requests] }
    set { self[.requests] = newValue }
  }

  /// In a private view, the number of the current page of the shared one, from 1; 0 in a shared view.
  package var sharedPage: Int {
    get { self[.sharedPage] }
    set { self[.sharedPage] = newValue }
  }

  /// In a private view, the number of pages of the shared one.
  package var sharedPages: Int {
    get { self[.sharedPages] }
    set { self[.sharedPages] = newValue }
  }

  /// Whether it is the speaker's view of the session.
  package var isSpeakers: Bool {
    get { self[.isSpeakers] != 0 }
    set { self[.isSpeakers] = newValue ? 1 : 0 }
  }

  /// In the speaker's view: the timer of the talk.
  package var timer: TalkTimer {
    get {
      TalkTimer(
        isRunning: self[.isTimerRunning] != 0,
        elapsed: .milliseconds(self[.timerElapsed]),
        at: .milliseconds(self[.timerAt] * 100),
        duration: self[.duration] == 0 ? nil : .seconds(self[.duration])
      )
    }
    set {
      self[.isTimerRunning] = newValue.isRunning ? 1 : 0
      self[.timerElapsed] = newValue.elapsed.clampedMilliseconds
      // Milliseconds would not fit into 32 bits after 50 days. It is not earlier, so that no time seems to have passed.
      self[.timerAt] = (newValue.at.clampedMilliseconds + 99) / 100
      self[.duration] = Int(newValue.duration?.components.seconds ?? 0)
    }
  }

  /// In the speaker's view: the number of questions that are not answered.
  package var questions: Int {
    get { self[.questions] }
    set { self[.questions] = newValue }
  }

  /// In the speaker's view: the number of the first question that is not answered; 0 for none.
  package var firstQuestion: Int {
    get { self[.firstQuestion] }
    set { self[.firstQuestion] = newValue }
  }

  /// The search text; empty if there is no search.
  package var search: String {
    get { self[.search] }
    set { self[.search] = newValue }
  }

  /// The number of matches in the focused content.
  package var matches: Int {
    get { self[.matches] }
    set { self[.matches] = newValue }
  }

  /// The current match, from 1; 0 for none.
  package var match: Int {
    get { self[.match] }
    set { self[.match] = newValue }
  }

  /// How far the search of a large text is that is under way; nil for none.
  ///
  /// Its size is rounded up to 1000 bytes.
  package var searching: SearchProgress? {
    get {
      let size = self[.searchedSize] * 1_000
      return size > 0 ? SearchProgress(percent: self[.searchedPercent], size: size) : nil
    }
    set {
      self[.searchedPercent] = newValue?.percent ?? 0
      self[.searchedSize] = min(((newValue?.size ?? 0) + 999) / 1_000, Int(UInt32.max))
    }
  }
}

extension ContainerID {
  /// Creates the id with a number of a scene; nil for 0.
  init?(number: Int) {
    guard number != 0 else { return nil }
    self.init(rawValue: UInt32(truncatingIfNeeded: number))
  }
}

extension Duration {
  /// Whole milliseconds, in the range of a field.
  fileprivate var clampedMilliseconds: Int {
    Int(min(max(0, self / .milliseconds(1)), Double(Limits.coordinate)))
  }
}
