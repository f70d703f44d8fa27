package import NavBase
import NavScene

/// The text that is typed in the status line; other viewers don't see it until Enter.
struct Prompt: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    case search
    case filter
  }

  let purpose: Purpose
  private(set) var field = TextField()

  init(_ purpose: Purpose) {
    self.purpose = purpose
  }

  /// The text before the field.
  var label: String {
    switch purpose {
    case .search: "/"
    case .filter: "filter "
    }
  }

  /// The command that sends the typed text.
  var command: SessionCommand {
    switch purpose {
    case .search: .search(field.text)
    case .filter: .filter(field.text)
    }
  }

  mutating func receive(_ key: Key) -> TextField.Outcome { field.receive(key) }

  mutating func paste(_ text: String) {
    field.paste(text)
  }

  /// Returns the label and the visible part of the typed text, with the cursor marked.
  ///
  /// - Parameter columns: the available width for both.
  /// - Returns: a text of the needed width, including a blank for the cursor at the end.
  func line(columns: Int) -> StyledText {
    let available = max(1, columns - columnWidth(of: label))
    let window = field.window(columns: available)
    var line = StyledText(label, style: TextStyle(attributes: .bold))
    var column = 0
    var isMarked = false
    for character in window.text {
      let isHere = !isMarked && column == window.cursorColumn
      isMarked = isMarked || isHere
      line.append(String(character), style: isHere ? Self.cursor : .plain)
      column += columnWidth(of: character)
    }
    if !isMarked { line.append(" ", style: Self.cursor) }
    return line
  }

  private static let cursor = TextStyle(attributes: [.bold, .underline])
}

extension Scene {
  /// The search or filter that is active in the focused content.
  var activeSearch: ActiveSearch {
    if !search.isEmpty { return .search }
    return focusKind == .list && currentPage?.filter.isEmpty == false ? .filter : .nothing
  }

  /// The state that decides which keys have an effect.
  package var keyContext: KeyContext {
    let hasSideTabs = containers.contains { $0.kind == .tabs }
    return KeyContext(
      focus: focusKind,
      search: activeSearch,
      hasTabs: hasSideTabs || containers.contains { $0.kind == .optionBar },
      hasSideTabs: hasSideTabs,
      hasParts: containers.contains { $0.kind == .split },
      hasLongLines: currentPage?.hasLongLines == true,
      isSpeakers: isSpeakers
    )
  }

  /// Whether a command goes from one end of the matches to the other.
  func wraps(_ command: SessionCommand) -> Bool {
    guard match > 0 else { return false }
    switch command {
    case .nextMatch: return match == matches
    case .previousMatch: return match == 1
    case .forward, .back, .lineDown, .lineUp, .screenDown, .screenUp, .first, .last, .goTo,
      .nextTab, .previousTab, .tab, .toggleAttachment, .nextPart, .reload, .search, .filter, .sort,
      .toggleHidden, .chapter, .view, .root, .toggleWrap:
      return false
    }
  }
}
