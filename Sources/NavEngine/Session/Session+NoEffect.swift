import NavBase
import NavScene

/// Reasons why a command changes nothing.
extension Session {
  /// Returns the reason if no container handles a command.
  func noEffect(of command: SessionCommand) -> NoEffect {
    switch command {
    case .forward:
      switch focus.kind {
      case .pager: return .lastPage
      case .list: return .nothingToOpen
      case .text: return .noLinks
      case .none: return .nothingHere
      }
    case .back:
      switch focus.kind {
      case .pager: return .firstPage
      case .list, .text: return .rootPage
      case .none: return .nothingHere
      }
    case .lineDown, .screenDown, .lineUp, .screenUp:
      let isDown = command == .lineDown || command == .screenDown
      switch focus.kind {
      case .pager: return isDown ? .lastPage : .firstPage
      case .list: return isDown ? .lastEntry : .firstEntry
      case .text: return isDown ? .textEnd : .textStart
      case .none: return .nothingHere
      }
    case .nextTab, .previousTab: return hasTabs ? .noFurtherTab : .noTabs
    case .tab: return hasTabs ? .noSuchTab : .noTabs
    case .toggleAttachment: return hasSideTabs ? .noAttachment : .noTabs
    case .nextPart: return .noParts
    case .first, .last, .goTo, .reload, .search, .nextMatch, .previousMatch, .filter, .sort,
      .toggleHidden, .chapter, .view, .toggleWrap:
      return .nothingHere
    case .root: return .rootPage
    }
  }

  private var hasSideTabs: Bool {
    tree.front.contains { tree[$0.container]?.traits.tabPlacement == .side }
  }

  /// Whether there are tabs beside or above the innermost page.
  private var hasTabs: Bool {
    tree.front.contains { tree[$0.container]?.traits.tabPlacement != nil }
  }
}

extension NoEffect {
  /// Returns the reason if rows that were to move have not moved.
  static func end(ofRowsBy command: SessionCommand, isList: Bool) -> NoEffect {
    switch command {
    case .lineDown, .screenDown: isList ? .lastEntry : .textEnd
    case .lineUp, .screenUp: isList ? .firstEntry : .textStart
    case .forward, .back, .first, .last, .goTo, .nextTab, .previousTab, .tab, .toggleAttachment,
      .nextPart,
      .reload, .search, .nextMatch, .previousMatch, .filter, .sort, .toggleHidden, .chapter, .view,
      .root, .toggleWrap:
      .alreadyThere
    }
  }
}
