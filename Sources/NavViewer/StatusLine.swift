import NavCommands
import NavGeometry
import NavScene
import NavText

/// What the last row says: the session, who watches, the place, and what is wrong (experience.md: Screen).
struct StatusLine: Hashable {
  /// At the left; what matters most.
  var left: StyledText
  /// At the right; dropped where there is no room.
  var right: String
  /// What of that are keys, from its end.
  private var hints: [CommandHint] = []
  private var focus = KeyFocus.none
  private let columns: Int

  init(_ screen: Screen) {
    columns = screen.size.columns
    if let prompt = screen.prompt {
      let words = Self.outcome(of: prompt, in: screen)
      let room = screen.size.columns - 2
      let isShown = columnWidth(of: words) + Self.leastPromptColumns <= room
      left = prompt.line(columns: isShown ? room - columnWidth(of: words) - 2 : room)
      right = isShown ? words : ""
      return
    }
    let parts = Self.parts(of: screen)
    // Where not all has room, what matters least goes first; the name stays where nothing else would.
    let lines = Importance.allCases.filter { $0 <= .vital }
      .map { least in parts.filter { $0.importance >= least } }
      .map { Self.line($0.isEmpty ? Array(parts.prefix(1)) : $0) }
    let room = screen.size.columns - 2
    left =
      lines.first { columnWidth(of: $0.text) <= room }
      ?? Self.narrowLine(parts.filter { $0.importance >= .vital }, room: room)
      ?? lines[lines.count - 1]
    // Two blanks between, one at either edge.
    let rest = screen.size.columns - columnWidth(of: left.text) - 4
    focus = screen.scene?.focusKind.keyFocus ?? .none
    right = ""
    for (text, hints) in Self.offers(for: screen, focus: focus)
    where columnWidth(of: text) <= rest {
      (right, self.hints) = (text, hints)
      break
    }
  }

  /// What the words that are typed lead to: how many matches there are and which one is shown, or how many entries.
  private static func outcome(of prompt: Prompt, in screen: Screen) -> String {
    guard !prompt.field.isEmpty else { return "" }
    if let complaint = screen.promptComplaint { return sanitized(complaint) }
    guard let scene = screen.scene else { return "" }
    switch prompt.purpose {
    case .search:
      guard scene.search == prompt.field.text else { return "" }
      return scene.match > 0 ? "\(scene.match)/\(scene.matches)" : "\(scene.matches)"
    case .filter:
      guard let page = scene.currentPage, page.filter == prompt.field.text else { return "" }
      return "\(page.pageCount) of \(page.unfiltered)"
    }
  }

  /// With less than that for the words, nothing stands beside them.
  private static let leastPromptColumns = 16

  /// What a click on a column of the line does; nil where it means nothing.
  func command(atColumn column: Int) -> Command? {
    // One blank stands at the edge.
    var end = columns - 1
    for hint in hints.reversed() {
      let start = end - columnWidth(of: hint.text)
      if (start..<end).contains(column) { return hint.command(focus: focus) }
      end = start - columnWidth(of: Self.hintGap)
    }
    return nil
  }

  private enum Importance: Int, CaseIterable, Comparable {
    /// What the user knows: how many watch, that they look around.
    case known
    /// The session's name: the user who typed it knows it best.
    case name
    case rows
    case place
    /// What is wrong, as long as there is room.
    case vital
    /// What is wrong and must be seen everywhere.
    case warning

    static func < (a: Importance, b: Importance) -> Bool { a.rawValue < b.rawValue }
  }

  private struct Part {
    var text: String
    var style = TextStyle.plain
    var importance = Importance.vital
  }

  /// Warnings, and as much of what else is wrong as there is room for; nil without any warning.
  private static func narrowLine(_ parts: [Part], room: Int) -> StyledText? {
    let warnings = parts.filter { $0.importance == .warning }
    guard !warnings.isEmpty else { return nil }
    let line = line(warnings)
    if columnWidth(of: line.text) + fewestColumns <= room { return Self.line(parts) }
    return columnWidth(of: line.text) <= room ? line : Self.line(warnings, gap: " ")
  }

  /// Less of a text than that says nothing, the gap in front of it included.
  private static let fewestColumns = 8

  private static func line(_ parts: [Part], gap: String = "  ") -> StyledText {
    var line = StyledText()
    for (index, part) in parts.enumerated() {
      if index > 0 { line.append(gap) }
      line.append(part.text, style: part.style)
    }
    return line
  }

  private static func parts(of screen: Screen) -> [Part] {
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
    if !screen.pendingKeys.isEmpty {
      parts.append(Part(text: "\(screen.pendingKeys)…", style: TextStyle(attributes: .bold)))
    }
    switch screen.staleness {
    case .connecting:
      parts.append(Part(text: "waiting for navd…", style: TextStyle(role: .error)))
    case .reconnecting(let seconds):
      parts.append(
        Part(text: "reconnecting… \(seconds) s old", style: TextStyle(role: .error))
      )
    case nil: break
    }
    if let message = screen.message, !screen.isMessageNews {
      parts.append(Part(text: message, style: TextStyle(role: .error)))
      return parts
    }
    if let stale = screen.scene?.stale, !stale.isEmpty {
      parts.append(Part(text: sanitized(stale), style: TextStyle(role: .error)))
    }
    if let scene = screen.scene, scene.viewers > 1 {
      parts.append(Part(text: "\(scene.viewers) viewers", importance: .known))
    }
    if let tab = screen.unseenTab {
      parts.append(
        Part(text: sanitized(tab).truncated(toColumns: 20), importance: .rows)
      )
    }
    parts += finding(of: screen).map { Part(text: $0, importance: .place) }
    if let place = screen.place, !screen.isPlaceOnPage {
      parts.append(Part(text: "\(place.number)/\(place.count)", importance: .place))
    }
    if let lines = screen.lines {
      let place = "line \(lines.number) of \(lines.count)  \(lines.percent) %"
      parts.append(Part(text: place, importance: .place))
    }
    let below = screen.rowsBelow
    if below > 0 {
      parts.append(Part(text: "\(below) more row\(below == 1 ? "" : "s")", importance: .rows))
    }
    if screen.peek != 0 || screen.shift != 0 {
      parts.append(
        Part(text: "looking around", style: TextStyle(role: .muted), importance: .known)
      )
    }
    if let news = screen.message {
      parts.append(Part(text: sanitized(news), style: TextStyle(role: .muted), importance: .rows))
    }
    return parts
  }

  /// What is searched for, and what the list is filtered by; its place stands behind that.
  private static func finding(of screen: Screen) -> [String] {
    guard let scene = screen.scene else { return [] }
    var words: [String] = []
    if !scene.search.isEmpty {
      let match = scene.match > 0 ? "\(scene.match)/\(scene.matches)" : "\(scene.matches)"
      words.append("/\(shortened(scene.search)) \(match)")
    }
    if let filter = scene.currentPage?.filter, !filter.isEmpty {
      words.append("filter \(shortened(filter))")
    }
    return words
  }

  private static func shortened(_ words: String) -> String {
    sanitized(words).truncated(toColumns: longestWords)
  }

  private static let longestWords = 20

  /// What every viewer has to know as long as it is so.
  private static func warnings(of screen: Screen) -> [String] {
    [
      screen.scene?.isUnsaved == true ? "not saved" : nil,
      screen.scene?.isInsecure == true ? "insecure" : nil,
      screen.isOutOfStep ? "out of step" : nil,
    ].compactMap(\.self)
  }

  private static let hintGap = "  "

  /// What may stand at the right, the best first: while nobody else watches how others join, and keys, as
  /// many as there is room for.
  private static func offers(
    for screen: Screen,
    focus: KeyFocus
  ) -> [(text: String, hints: [CommandHint])] {
    let all = CommandHint.hints(focus: focus)
    let keys = (1...all.count).reversed().map { count in
      // The best two stand at the end, where they are everywhere.
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
