import NavCommands
import NavText

/// All commands by name: typing narrows them, Enter carries one out (experience.md: Keys).
struct PaletteOverlay: OverlayContent {
  /// What the keys at the right mean there.
  private let focus: KeyFocus
  private let history: [String]
  /// Which line of the history is shown; nil for the one that is being typed.
  private var recalled: Int?
  private var typing = TextField()
  /// Numbers of the table's entries, the best first.
  private(set) var matches: [Int] = []
  /// Why the line could not be carried out.
  private(set) var complaint: String?
  var list = OverlayList(isSelectable: true)

  /// The most lines that are kept to be typed again.
  static let historyLimit = 100

  /// - Parameters:
  ///   - focus: what has the keys.
  ///   - history: lines that were carried out, the newest last.
  init(focus: KeyFocus, history: [String] = []) {
    self.focus = focus
    self.history = history
    narrow()
  }

  var title: String { "Commands" }
  var prompt: String { ":" }
  var field: TextField? { typing }

  var wish: OverlayRoom.Wish {
    OverlayRoom.Wish(columns: 70, rows: min(14, CommandTable.entries.count), hasField: true)
  }

  func foot(isLonger: Bool) -> String { "Enter runs, Tab completes, Esc closes" }

  func note(at now: Duration) -> OverlayNote? {
    if let complaint { return OverlayNote(complaint, isAnError: true) }
    return matches.isEmpty ? OverlayNote(unknown, isAnError: true) : nil
  }

  private var unknown: String {
    do throws(CommandError) {
      _ = try CommandTable.command(typing.text)
      return ""
    } catch {
      return error.description
    }
  }

  func row(_ index: Int, columns: Int, at now: Duration) -> TextRow {
    let entry = CommandTable.entries[matches[index]]
    let keys = CommandTable.keys(of: entry, focus: focus).prefix(2).joined(separator: " ")
    var row = StyledText(entry.usage)
    if columns >= 40 {
      row = row.padded(toColumns: 18)
      row.append("  " + entry.help, style: TextStyle(role: .muted))
    }
    return TextRow(
      row,
      right: StyledText(keys, style: TextStyle(role: .listMarker)),
      columns: columns
    )
  }

  // MARK: Typing

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    if recalls(key) { return .stays }
    if list.receive(key, rows: rows, isTyping: true) { return .stays }
    if key == Key(.tab) {
      complete()
      return .stays
    }
    // Nothing left to take back: it closes.
    if key == Key(.backspace), typing.isEmpty { return .closes }
    switch typing.receive(key) {
    case .editing:
      recalled = nil
      narrow()
      return .stays
    case .accepted: return run()
    case .cancelled: return .closes
    case .passed: return .stays
    }
  }

  mutating func paste(_ text: String) {
    typing.paste(text)
    recalled = nil
    narrow()
  }

  mutating func choose(_ row: Int) -> Overlay.Outcome {
    list.select(row)
    return run()
  }

  /// Up from the first row goes to what was carried out before, Down comes back from there.
  private mutating func recalls(_ key: Key) -> Bool {
    switch (key, recalled) {
    case (Key(.up), let shown) where shown != nil || list.selection ?? 0 == 0:
      let older = (shown ?? history.count) - 1
      guard older >= 0 else { return shown != nil }
      recall(older)
    case (Key(.down), let shown?): recall(shown + 1)
    default: return false
    }
    return true
  }

  private mutating func recall(_ index: Int) {
    recalled = index < history.count ? index : nil
    typing = TextField(recalled.map { history[$0] } ?? "")
    narrow()
  }

  /// Puts the selected command's name in the place of what was typed of it.
  private mutating func complete() {
    guard let entry = selected else { return }
    let rest = CommandTable.parts(of: typing.text).rest
    typing = TextField(entry.takesArgument ? "\(entry.name) \(rest)" : entry.name)
    narrow()
  }

  private var selected: CommandEntry? {
    list.selection.map { CommandTable.entries[matches[$0]] }
  }

  // MARK: Carrying out

  /// A line that begins with a whole name is meant as it is; else the selected command is.
  private mutating func run() -> Overlay.Outcome {
    let (name, rest) = CommandTable.parts(of: typing.text)
    let isFirst = list.selection == 0
    guard let entry = (isFirst ? CommandTable.entry(named: name) : nil) ?? selected else {
      complaint = unknown
      return .stays
    }
    if entry.takesArgument, rest.isEmpty, !entry.isCalled(name) {
      // What it takes is still to be typed.
      typing = TextField(entry.name + " ")
      narrow()
      complaint = hint(for: entry)
      return .stays
    }
    do throws(CommandError) {
      let line = rest.isEmpty ? entry.name : "\(entry.name) \(rest)"
      return .runs(try entry.command(with: rest), typed: line)
    } catch {
      complaint = error.description
      return .stays
    }
  }

  private func hint(for entry: CommandEntry) -> String? {
    do throws(CommandError) {
      _ = try entry.command(with: "")
      return nil
    } catch {
      return error.description
    }
  }

  private mutating func narrow() {
    complaint = nil
    matches = PaletteRanking.matches(of: CommandTable.parts(of: typing.text).name)
    list.replace(count: matches.count)
  }
}
