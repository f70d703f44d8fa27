import NavBase
import NavScene

/// The contents of the last row: the session, viewers, the place, and problems.
struct StatusLine: Hashable {
  /// The left text, which has priority.
  var left: StyledText
  /// The right text; dropped if it does not fit.
  var right: String
  /// The key hints at the end of the right text.
  private var hints: [CommandHint] = []
  private var focus = KeyFocus.none
  private let columns: Int

  init(_ screen: Screen) {
    columns = screen.size.columns
    if let prompt = screen.typing.prompt {
      let words = Self.promptResult(of: prompt, in: screen)
      let available = screen.size.columns - 2
      let isShown = columnWidth(of: words) + Self.minimumPromptColumns <= available
      left = prompt.line(columns: isShown ? available - columnWidth(of: words) - 2 : available)
      right = isShown ? words : ""
      return
    }
    let places = screen.places
    let parts = Self.parts(of: screen, places)
    // If not all parts fit, the least important are dropped first; the session's name stays if nothing else would.
    let lines = Importance.allCases.filter { $0 <= .problem }
      .map { least in parts.filter { $0.importance >= least } }
      .map { Self.line($0.isEmpty ? Array(parts.prefix(1)) : $0) }
    let available = screen.size.columns - 2
    focus = screen.scene?.focusKind ?? .none
    let texts = Self.rightTexts(for: screen, hasParts: places?.hasParts ?? false, focus: focus)
    // A driver who is asked something sees the way to the help before the session's name and the place.
    let hint = Self.isAsked(screen) ? columnWidth(of: texts[texts.count - 1].text) + 2 : 0
    left =
      lines.first { columnWidth(of: $0.text) <= available - hint }
      ?? lines.first { columnWidth(of: $0.text) <= available }
      ?? Self.narrowLine(parts.filter { $0.importance >= .problem }, available: available)
      ?? lines[lines.count - 1]
    // Two blanks between the texts, one at either edge.
    let rest = screen.size.columns - columnWidth(of: left.text) - 4
    right = ""
    for (text, hints) in texts where columnWidth(of: text) <= rest {
      (right, self.hints) = (text, hints)
      break
    }
  }

  /// Returns the result of the typed words: the current match and the number of matches, or the number of entries.
  private static func promptResult(of prompt: Prompt, in screen: Screen) -> String {
    guard !prompt.field.isEmpty else { return "" }
    if let complaint = screen.typing.promptError { return sanitized(complaint) }
    guard let scene = screen.scene, let places = screen.places else { return "" }
    switch prompt.purpose {
    case .search:
      guard scene.search == prompt.field.text else { return "" }
      return scene.matchText
    case .filter:
      guard places.filter == prompt.field.text else { return "" }
      return "\(places.filtered.number) of \(places.filtered.count)"
    }
  }

  /// The least columns for the typed words; with fewer, their result is not shown.
  private static let minimumPromptColumns = 16

  /// Returns the command of the key hint at a column; nil if there is none.
  func command(atColumn column: Int) -> Command? {
    // One blank at the edge.
    var end = columns - 1
    for hint in hints.reversed() {
      let start = end - columnWidth(of: hint.text)
      if (start..<end).contains(column) { return hint.command(focus: focus) }
      end = start - columnWidth(of: Self.hintGap)
    }
    return nil
  }

  private enum Importance: Int, CaseIterable, Comparable {
    /// Context: the number of viewers, local scrolling.
    case context
    /// The session's name, which the user probably typed.
    case name
    case rows
    case place
    /// Problems, and whether the viewer has left the shared view, shown as long as they fit.
    case problem
    /// Warnings, shown at any width.
    case warning

    static func < (a: Importance, b: Importance) -> Bool { a.rawValue < b.rawValue }
  }

  private struct Part {
    var text: String
    var style = TextStyle.plain
    var importance = Importance.problem
  }

  /// Returns the warnings and, if they fit, the other problems; nil if there is no warning.
  private static func narrowLine(_ parts: [Part], available: Int) -> StyledText? {
    let warnings = parts.filter { $0.importance == .warning }
    guard !warnings.isEmpty else { return nil }
    let line = line(warnings)
    if columnWidth(of: line.text) + minimumColumns <= available { return Self.line(parts) }
    return columnWidth(of: line.text) <= available ? line : Self.line(warnings, gap: " ")
  }

  /// The least useful width of a truncated text, including the gap before it.
  private static let minimumColumns = 8

  private static func line(_ parts: [Part], gap: String = "  ") -> StyledText {
    var line = StyledText()
    for (index, part) in parts.enumerated() {
      if index > 0 { line.append(gap) }
      line.append(part.text, style: part.style)
    }
    return line
  }

  private static func parts(of screen: Screen, _ places: ScenePlaces?) -> [Part] {
    var parts = [
      Part(text: screen.session, style: TextStyle(attributes: .bold), importance: .name)
    ]
    parts += warnings(of: screen).map {
      Part(
        text: $0,
        style: TextStyle(role: .error, attributes: .bold),
        importance: .warning
      )
    }
    if !screen.typing.pendingKeys.isEmpty {
      parts.append(Part(text: "\(screen.typing.pendingKeys)…", style: TextStyle(attributes: .bold)))
    }
    switch screen.sync.staleness {
    case .connecting:
      parts.append(Part(text: "waiting for navd…", style: TextStyle(role: .error)))
    case .reconnecting(let seconds):
      parts.append(
        Part(text: "reconnecting… \(seconds) s old", style: TextStyle(role: .error))
      )
      let waiting = screen.typing.waitingKeys
      if waiting > 0 {
        let words = waiting == 1 ? "1 key waits" : "\(waiting) keys wait"
        let all = isNarrow(screen) ? words : words + ", Esc gives up"
        parts.append(Part(text: all, style: TextStyle(attributes: .bold)))
      }
    case nil: break
    }
    if let message = screen.notice.text, !screen.notice.isNews {
      parts.append(Part(text: message, style: TextStyle(role: .error)))
      return parts
    }
    parts += [blankPart(of: screen), pointingPart(of: screen), viewPart(of: screen)]
      .compactMap(\.self)
    let control = controlParts(of: screen)
    parts += control
    let stale = screen.staleReason
    if !stale.isEmpty {
      parts.append(Part(text: sanitized(stale), style: TextStyle(role: .error)))
    }
    if let progress = screen.scene?.searching {
      let words = "searching, \(progress)\(isNarrow(screen) ? "" : ", Esc ends")"
      parts.append(Part(text: words, style: TextStyle(attributes: .bold)))
    }
    if let scene = screen.scene, scene.viewers > 1 {
      parts.append(Part(text: "\(scene.viewers) viewers", importance: .context))
    }
    parts += talkParts(of: screen)
    if let tab = places?.hiddenTab {
      parts.append(
        Part(text: "tab " + sanitized(tab).truncated(toColumns: 20), importance: .rows)
      )
    }
    parts += searchTexts(of: screen, places).map { Part(text: $0, importance: .place) }
    // The header of a speaker's view has it.
    if let places, let place = places.place, !places.isOnPage, screen.local.talk == nil {
      parts.append(Part(text: "\(place.number)/\(place.count)", importance: .place))
    }
    if let lines = places?.lines {
      let place = "line \(lines.number) of \(lines.count)  \(lines.percent) %"
      parts.append(Part(text: place, importance: .place))
    }
    let below = places?.rowsBelow ?? 0
    if below > 0 {
      parts.append(Part(text: "\(below) more row\(below == 1 ? "" : "s")", importance: .rows))
    }
    if screen.local.peek != 0 || screen.local.shift != 0 {
      parts.append(
        Part(text: "scrolled", style: TextStyle(role: .muted), importance: .context)
      )
    }
    // News of control that the line shows anyway.
    if let news = screen.notice.text,
      !control.contains(where: { $0.text.hasPrefix(sanitized(news)) })
    {
      parts.append(Part(text: sanitized(news), style: TextStyle(role: .muted), importance: .rows))
    }
    return parts
  }

  /// Returns the parts about control; empty while everybody may move the session, unless this viewer is read-only.
  private static func controlParts(of screen: Screen) -> [Part] {
    guard let scene = screen.scene else { return [] }
    let own = screen.local.control
    let view = ControlView(scene, for: own.name)
    let isNarrow = isNarrow(screen)
    let nameColumns = nameColumns(of: screen)
    // Nobody else moves an own view.
    let isOwnView = screen.local.view == .own
    var parts: [Part] = []
    if !isOwnView, let words = view.driverWords(nameColumns: nameColumns) {
      parts.append(Part(text: words, importance: .place))
    }
    if !isOwnView, own.isReadOnly {
      parts.append(Part(text: "read only", style: TextStyle(role: .muted), importance: .place))
    }
    if own.hasAsked, case .other = view.driver {
      parts.append(Part(text: "asked for control", importance: .place))
    }
    if let words = view.requestWords(nameColumns: nameColumns, isShort: isNarrow) {
      parts.append(Part(text: words, style: TextStyle(role: .alertWarning, attributes: .bold)))
    }
    return parts
  }

  /// Returns the part about hidden pages, with the way to show them for who may do that; nil while they are shown.
  private static func blankPart(of screen: Screen) -> Part? {
    guard screen.scene?.isBlank == true else { return nil }
    let watches = if case .following = screen.local.view { true } else { isAudience(screen) }
    let words =
      watches ? "blank" : isNarrow(screen) ? "blank, B ends" : "blank: B or a move ends it"
    return Part(text: words, style: TextStyle(attributes: .bold))
  }

  /// Returns the part about keys that move this viewer's pointer; nil while they do not.
  private static func pointingPart(of screen: Screen) -> Part? {
    guard screen.local.isPointing else { return nil }
    let words =
      isNarrow(screen) ? "pointing, Esc ends" : "pointing: arrows move, , marks, Esc ends"
    return Part(text: words, style: TextStyle(attributes: .bold))
  }

  /// Returns the part about a view that is not the shared one, with the key that returns to that.
  private static func viewPart(of screen: Screen) -> Part? {
    let text: String
    switch screen.local.view {
    case .shared: return nil
    case .speakers:
      let words = isWide(screen) ? "notes, F4 returns" : "notes"
      return Part(text: words, style: TextStyle(attributes: .bold), importance: .rows)
    case .own:
      let past = screen.scene?.past ?? 0
      let mode = past == 0 ? "browsing" : "\(age(past)) ago"
      if !isNarrow(screen), let scene = screen.scene, scene.sharedPage > 0 {
        let session = ControlView.shown(screen.session)
        text =
          "\(mode): \(session) is at \(scene.sharedPage)/\(scene.sharedPages), b returns"
      } else {
        text = "\(mode), b returns"
      }
    case .following(let name):
      text = "following \(ControlView.shown(name, columns: nameColumns(of: screen))), b returns"
    }
    return Part(text: text, style: TextStyle(attributes: .bold))
  }

  /// Returns a number of seconds in words, like `45 s` or `3:20 min`.
  private static func age(_ seconds: Int) -> String {
    let rest = seconds % 60
    return seconds < 60 ? "\(seconds) s" : "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest) min"
  }

  /// Returns the timer, the questions and the time of day in a speaker's view.
  private static func talkParts(of screen: Screen) -> [Part] {
    guard let scene = screen.scene, let time = screen.local.talk else { return [] }
    var parts = [Part(text: time.words, style: time.style)]
    if scene.questions > 0 {
      let count = scene.questions == 1 ? "1 question" : "\(scene.questions) questions"
      let words = isWide(screen) ? count + ", A removes one" : count
      parts.append(Part(text: words, style: TextStyle(role: .alertWarning), importance: .problem))
    }
    if let clock = time.timeOfDay?.words {
      parts.append(Part(text: clock, style: TextStyle(role: .muted), importance: .place))
    }
    return parts
  }

  /// Whether a terminal is too narrow for the whole words about views and control.
  private static func isNarrow(_ screen: Screen) -> Bool {
    screen.size.columns < minimumWholeColumns
  }

  /// Whether a terminal has room for keys behind the words about a speaker's view.
  private static func isWide(_ screen: Screen) -> Bool { screen.size.columns >= 120 }

  /// The most columns of a viewer's name.
  private static func nameColumns(of screen: Screen) -> Int {
    isNarrow(screen) ? ControlView.nameColumns / 2 : ControlView.nameColumns
  }

  private static let minimumWholeColumns = 60

  /// Returns the effect of the key for control; nil if it has none that the user may need.
  private static func controlHint(of screen: Screen) -> String? {
    let own = screen.local.control
    guard let scene = screen.scene, [.shared, .speakers].contains(screen.local.view),
      !own.isReadOnly, !own.hasAsked
    else { return nil }
    let view = ControlView(scene, for: own.name)
    guard view.policy == .request else { return nil }
    return switch view.driver {
    case .nobody: "take control"
    case .own: nil
    case .other: "ask for control"
    }
  }

  /// Whether the viewer drives and somebody asks for control.
  private static func isAsked(_ screen: Screen) -> Bool {
    screen.scene.map { ControlView($0, for: screen.local.control.name).requestWords() != nil }
      ?? false
  }

  /// Whether the viewer sees how others move the session and may not move it: then it may look around on its own.
  private static func isAudience(_ screen: Screen) -> Bool {
    guard let scene = screen.scene, screen.local.view == .shared, scene.viewers > 1 else {
      return false
    }
    let own = screen.local.control
    let view = ControlView(scene, for: own.name)
    return own.isReadOnly || view.policy != .open && view.driver != .own
  }

  /// Returns the search text with its matches, and the filter of the list.
  private static func searchTexts(of screen: Screen, _ places: ScenePlaces?) -> [String] {
    guard let scene = screen.scene else { return [] }
    var words: [String] = []
    if !scene.search.isEmpty {
      words.append("/\(shortened(scene.search)) \(scene.matchText)")
    }
    if let filter = places?.filter, !filter.isEmpty {
      words.append("filter \(shortened(filter))")
    }
    return words
  }

  private static func shortened(_ words: String) -> String {
    sanitized(words).truncated(toColumns: maximumSearchColumns)
  }

  private static let maximumSearchColumns = 20

  /// Returns the warnings that every viewer has to see.
  private static func warnings(of screen: Screen) -> [String] {
    [
      screen.scene?.isUnsaved == true ? "not saved" : nil,
      screen.scene?.isInsecure == true ? "insecure" : nil,
      screen.scene?.isRecorded == true ? "rec" : nil,
      screen.sync.isOutOfStep ? "out of step" : nil,
    ].compactMap(\.self)
  }

  private static let hintGap = "  "

  /// Returns the possible right texts, the best first: the invitation while there is no other viewer, and as many key
  /// hints as fit.
  private static func rightTexts(
    for screen: Screen,
    hasParts: Bool,
    focus: KeyFocus
  ) -> [(text: String, hints: [CommandHint])] {
    let all = CommandHint.hints(
      focus: focus,
      hasParts: hasParts,
      control: controlHint(of: screen),
      isAudience: isAudience(screen)
    )
    let keys = (1...all.count).reversed().map { count in
      // The best two hints are at the end, where they are in every state.
      let hints = Array(all[..<count].dropFirst(2) + all[..<min(2, count)])
      return (text: hints.map(\.text).joined(separator: hintGap), hints: hints)
    }
    guard screen.scene?.viewers == 1 else { return keys }
    let inviting = keys.filter { $0.hints.count >= 2 }.map { offer in
      (text: "others: \(screen.invitation)   \(offer.text)", hints: offer.hints)
    }
    return inviting + keys
  }
}

/// The short messages in the status line, and a log of the last ones.
///
/// A message disappears after 4 s, or when a newer one replaces it.
struct MessageLine: Sendable {
  struct Message: Hashable, Sendable {
    var text: String
    var kind: Kind
    var at: Duration
  }

  enum Kind: Hashable, Sendable {
    /// A failure.
    case problem
    /// Information.
    case news
  }

  /// The message that is shown now.
  private(set) var shown: Message?
  /// The number of messages so far; it distinguishes repetitions of the same text.
  private(set) var count = 0
  /// The past messages, the newest last.
  private(set) var log: [Message] = []

  static let lifetime = Duration.seconds(4)
  /// The number of messages in the log.
  static let logLimit = 100

  var text: String? { shown?.text }

  mutating func show(_ text: String, _ kind: Kind = .problem, at now: Duration) {
    let message = Message(text: text, kind: kind, at: now)
    shown = message
    count += 1
    if log.count >= Self.logLimit { log.removeFirst(log.count - Self.logLimit + 1) }
    log.append(message)
  }

  /// Shows a refusal; while it is still shown, the same one changes nothing.
  mutating func showOnce(_ text: String, at now: Duration) {
    if let shown, shown.text == text, now < shown.at + Self.lifetime { return }
    show(text, at: now)
  }

  /// Shows a message with one of these beginnings no more, because what it tells of has ended.
  mutating func forget(_ beginnings: String...) {
    guard let text = shown?.text, beginnings.contains(where: { text.hasPrefix($0) }) else { return }
    shown = nil
  }

  mutating func expire(at now: Duration) {
    if let shown, now >= shown.at + Self.lifetime { self.shown = nil }
  }

  var nextWake: Duration? { shown.map { $0.at + Self.lifetime } }
}

extension Duration {
  /// An approximate duration in one unit: `12 s`, `3 min`, `5 h`, `2 d`; rounded down.
  package var inWords: String {
    let seconds = components.seconds
    if seconds < 60 { return "\(max(0, seconds)) s" }
    if seconds < 3600 { return "\(seconds / 60) min" }
    if seconds < 86_400 { return "\(seconds / 3600) h" }
    return "\(seconds / 86_400) d"
  }
}

extension Scene {
  /// The number of the current match, and how many there are; with a `+` where further ones are not found.
  fileprivate var matchText: String {
    let all = matches < TextQuery.matchLimit ? "\(matches)" : "\(matches)+"
    return match > 0 ? "\(match)/\(all)" : all
  }
}
