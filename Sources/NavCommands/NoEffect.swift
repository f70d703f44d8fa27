/// Why a command or a key that was carried out has changed nothing.
///
/// The raw values are those of the protocol (input.proto: NoEffect).
package enum NoEffect: Int, Hashable, Sendable, CaseIterable {
  case firstPage = 1
  case lastPage = 2
  /// Nothing lies below the page of a stack.
  case rootPage = 3
  case firstEntry = 4
  case lastEntry = 5
  case textStart = 6
  case textEnd = 7
  /// Neither side tabs nor tabs above pages are around.
  case noTabs = 8
  case noFurtherTab = 9
  case noSuchTab = 10
  case noAttachment = 11
  case noLinks = 12
  case nothingToOpen = 13
  /// The key means nothing where the keys go.
  case unknownKey = 14
  /// The key means something to a viewer alone, which no session carries out.
  case viewersKey = 15
  /// The keys mean something only with more of them: a number, or `g`.
  case pendingKeys = 16
  /// Nothing has the keys.
  case nothingHere = 17
  /// Things are as they were asked to be.
  case alreadyThere = 18
  /// A reason of a later version, under a number that no version gives to one: 0 is that of an input with effect.
  case unknown = -1
}

extension NoEffect: CustomStringConvertible {
  /// A few words for a status line or behind a colon.
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
    case .unknown: "nothing to do here"
    }
  }

  /// Whether the session is nevertheless as it was asked to be.
  package var isFulfilled: Bool { self == .alreadyThere }
}
