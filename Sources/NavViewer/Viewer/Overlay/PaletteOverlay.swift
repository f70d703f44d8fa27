import NavBase

/// The palette overlay: typing filters the commands by name, Enter executes one.
struct PaletteOverlay: OverlayContent {
  /// The focus for which keys are shown.
  private let focus: KeyFocus
  private let history: [String]
  /// The index of the recalled line of the history; nil for the line that is being typed.
  private var recalled: Int?
  private var typing = Self.field()
  /// The indices of the matching commands in the table, the best first.
  private(set) var matches: [Int] = []
  /// The error in the line.
  private(set) var problem: String?
  var list = OverlayList(isSelectable: true)

  /// The most lines in the history.
  static let historyLimit = 100

  /// - Parameters:
  ///   - focus: the kind of the focused content.
  ///   - history: the lines that were executed, the newest last.
  init(focus: KeyFocus, history: [String] = []) {
    self.focus = focus
    self.history = history
    applyFilter()
  }

  var title: String { "Commands" }
  var prompt: String { ":" }
  var field: TextField? { typing }

  var preferredSize: OverlayArea.PreferredSize {
    OverlayArea.PreferredSize(
      columns: 70,
      rows: min(14, CommandTable.entries.count),
      hasField: true
    )
  }

  func footer(isScrollable: Bool) -> String { "Enter runs, Tab completes, Esc closes" }

  func note(at now: Duration) -> OverlayNote? {
    if let problem { return OverlayNote(problem, isError: true) }
    return matches.isEmpty ? OverlayNote(unknownCommand, isError: true) : nil
  }

  private var unknownCommand: String {
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

  /// Returns a field that takes the longest command.
  private static func field(_ text: String = "") -> TextField {
    TextField(text, byteLimit: "ask ".utf8.count + TalkCommand.questionLimit)
  }

  // MARK: Typing

  mutating func receive(_ key: Key, rows: Int) -> Overlay.Outcome {
    if recallHistory(key) { return .stays }
    if list.receive(key, rows: rows, isTyping: true) { return .stays }
    if key == Key(.tab) {
      complete()
      return .stays
    }
    // Backspace in an empty field closes the overlay.
    if key == Key(.backspace), typing.isEmpty { return .closes }
    switch typing.receive(key) {
    case .editing:
      recalled = nil
      applyFilter()
      return .stays
    case .accepted: return run()
    case .cancelled: return .closes
    case .passed: return .stays
    }
  }

  mutating func paste(_ text: String) {
    typing.paste(text)
    recalled = nil
    applyFilter()
  }

  mutating func choose(_ row: Int) -> Overlay.Outcome {
    list.select(row)
    return run()
  }

  /// Up in the first row recalls an older line of the history, Down a newer one.
  private mutating func recallHistory(_ key: Key) -> Bool {
    if key == Key(.up), recalled != nil || list.selection ?? 0 == 0 {
      let older = (recalled ?? history.count) - 1
      guard older >= 0 else { return recalled != nil }
      recall(older)
      return true
    }
    guard key == Key(.down), let recalled else { return false }
    recall(recalled + 1)
    return true
  }

  private mutating func recall(_ index: Int) {
    recalled = index < history.count ? index : nil
    typing = Self.field(recalled.map { history[$0] } ?? "")
    applyFilter()
  }

  /// Completes the typed name to the name of the selected command.
  private mutating func complete() {
    guard let entry = selected else { return }
    let rest = CommandTable.parts(of: typing.text).rest
    typing = Self.field(entry.takesArgument ? "\(entry.name) \(rest)" : entry.name)
    applyFilter()
  }

  private var selected: CommandEntry? {
    list.selection.map { CommandTable.entries[matches[$0]] }
  }

  // MARK: Executing

  /// Executes the line if it begins with a complete name and the first row is selected, otherwise
  /// the selected command.
  private mutating func run() -> Overlay.Outcome {
    let (name, rest) = CommandTable.parts(of: typing.text)
    let isFirst = list.selection == 0
    guard let entry = (isFirst ? CommandTable.entry(named: name) : nil) ?? selected else {
      problem = unknownCommand
      return .stays
    }
    if entry.takesArgument, rest.isEmpty, !entry.isCalled(name) {
      // The argument is still missing.
      typing = Self.field(entry.name + " ")
      applyFilter()
      problem = hint(for: entry)
      return .stays
    }
    do throws(CommandError) {
      let line = rest.isEmpty ? entry.name : "\(entry.name) \(rest)"
      return .runs(try entry.command(with: rest), typed: line)
    } catch {
      problem = error.description
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

  private mutating func applyFilter() {
    problem = nil
    matches = PaletteRanking.matches(of: CommandTable.parts(of: typing.text).name)
    list.replace(count: matches.count)
  }
}

/// Ranks the commands that match a word.
enum PaletteRanking {
  /// Returns the indices of the matching commands in the table, the best first; all of them for an
  /// empty word.
  ///
  /// The order: a complete name, the start of a name, the start of a word in a name, a part of a
  /// name, letters of a name in order, the start of a word in the help text; commands of equal rank
  /// are in the table's order.
  static func matches(of word: String) -> [Int] {
    let word = word.lowercased()
    guard !word.isEmpty else { return Array(CommandTable.entries.indices) }
    return CommandTable.entries.enumerated()
      .compactMap { index, entry in rank(of: entry, for: word).map { (rank: $0, index: index) } }
      .sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
      .map(\.index)
  }

  private static func rank(of entry: CommandEntry, for word: String) -> Int? {
    let names = [entry.name] + entry.aliases
    if names.contains(word) { return 0 }
    if names.contains(where: { $0.hasPrefix(word) }) { return 1 }
    if names.contains(where: { $0.split(separator: "-").contains { $0.hasPrefix(word) } }) {
      return 2
    }
    if names.contains(where: { $0.contains(word) }) { return 3 }
    if isInOrder(word, in: entry.name) { return 4 }
    let help = entry.help.lowercased().split { !$0.isLetter }
    return help.contains { $0.hasPrefix(word) } ? 5 : nil
  }

  private static func isInOrder(_ letters: String, in name: String) -> Bool {
    var rest = name[...]
    for letter in letters {
      guard let index = rest.firstIndex(of: letter) else { return false }
      rest = rest[rest.index(after: index)...]
    }
    return true
  }
}
