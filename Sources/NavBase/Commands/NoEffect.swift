/// The reason why an accepted command or key changed nothing.
///
/// The raw values are those of the protocol (input.proto: NoEffect).
package enum NoEffect: Int, Hashable, Sendable, CaseIterable {
  case firstPage = 1
  case lastPage = 2
  /// The page of a stack has no page below it.
  case rootPage = 3
  case firstEntry = 4
  case lastEntry = 5
  case textStart = 6
  case textEnd = 7
  /// There are neither side tabs nor tabs above pages.
  case noTabs = 8
  case noFurtherTab = 9
  case noSuchTab = 10
  case noAttachment = 11
  case noLinks = 12
  case nothingToOpen = 13
  /// The key has no effect on the focused content.
  case unknownKey = 14
  /// The key has an effect in a viewer only, not in a session.
  case viewersKey = 15
  /// The keys are an incomplete sequence: a number, or `g`.
  case pendingKeys = 16
  /// Nothing has the focus.
  case nothingHere = 17
  /// The state is already the requested one.
  case alreadyThere = 18
  /// There is no split.
  case noParts = 19
  /// The place that a pointer shows is not in the visible rows of every viewer.
  case notSeenByAll = 20
  /// No shown line is longer than its row, on any viewer's screen.
  case noLongLines = 21
  /// A reason added in a later version; no version gives it this number (0 is that of an input with effect).
  case unknown = -1
}

extension NoEffect: CustomStringConvertible {
  /// A short text for a status line or after a colon.
  package var description: String {
    switch self {
    case .firstPage: "this is the first page"
    case .lastPage: "this is the last page"
    case .rootPage: "no page lies below this one"
    case .firstEntry: "this is the first entry"
    case .lastEntry: "this is the last entry"
    case .textStart: "this is the beginning"
    case .textEnd: "this is the end"
    case .noTabs: "there are no tabs"
    case .noFurtherTab: "there is no further tab"
    case .noSuchTab: "there is no tab of that number"
    case .noAttachment: "there is nothing below the tabs"
    case .noLinks: "no links on this page"
    case .nothingToOpen: "nothing to open here"
    case .unknownKey: "that key does nothing here"
    case .viewersKey: "that key is each viewer's own"
    case .pendingKeys: "another key has to follow"
    case .nothingHere: "there is nothing to move here"
    case .alreadyThere: "already there"
    case .noParts: "there is only one part"
    case .notSeenByAll: "smaller screens don't show it"
    case .noLongLines: "no line is longer than its row"
    case .unknown: "nothing to do here"
    }
  }

  /// Whether the session is already in the requested state.
  package var isFulfilled: Bool { self == .alreadyThere }
}
