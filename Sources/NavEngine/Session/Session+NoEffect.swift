import NavBase
import NavScene

/// Reasons why a command changes nothing.
extension Session {
  /// Returns the reason if no container handles a command.
  func noEffect(of command: SessionCommand) -> NoEffect {
    switch command.traits.effect {
    case .movement(.page(let isForward)):
      switch focus.kind {
      case .pager: return isForward ? .lastPage : .firstPage
      case .list: return isForward ? .nothingToOpen : .rootPage
      case .text: return isForward ? .noLinks : .rootPage
      case .none: return .nothingHere
      }
    case .movement(.line(let isForward)), .movement(.screen(let isForward)):
      switch focus.kind {
      case .pager: return isForward ? .lastPage : .firstPage
      case .list: return isForward ? .lastEntry : .firstEntry
      case .text: return isForward ? .textEnd : .textStart
      case .none: return .nothingHere
      }
    case .movement(.first), .movement(.last), .movement(.number): return .nothingHere
    case .tab(.next), .tab(.previous): return hasTabs ? .noFurtherTab : .noTabs
    case .tab(.number): return hasTabs ? .noSuchTab : .noTabs
    case .attachment: return hasSideTabs ? .noAttachment : .noTabs
    case .root, .along(forward: false): return .rootPage
    case .along: return .alreadyThere
    case .whole(.nextPart): return .noParts
    case .whole: return .nothingHere
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
  static func end(ofRowsBy movement: SessionCommand.Movement, isList: Bool) -> NoEffect {
    switch movement {
    case .line(forward: true), .screen(forward: true): isList ? .lastEntry : .textEnd
    case .line(forward: false), .screen(forward: false): isList ? .firstEntry : .textStart
    case .page, .first, .last, .number: .alreadyThere
    }
  }
}
