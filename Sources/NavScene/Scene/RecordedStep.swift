package import NavBase

/// A change of a session's state as its journal keeps it, so that a replay can carry it out again (proto/README.md:
/// Journal and recordings).
package enum RecordedStep: Hashable, Sendable {
  /// The session is at a state; a replay that is there already changes nothing.
  case state(RecordedState)
  case input(RecordedInput)
  /// Whether any viewer has space for a preview, from now on.
  case preview(isSeen: Bool)
  /// The page of the selected entry was read for the preview.
  case previewed
  /// The search and all filters have ended with the last viewer.
  case searchEnded
}

/// An input that a session has carried out.
package struct RecordedInput: Hashable, Sendable {
  /// No replay.
  package var action: SessionAction
  /// The size of the layout in which it was interpreted.
  package var viewport: CellSize
  /// The sizes in which others saw the session, where the action regards them (`SessionAction.regardsFollowers`).
  package var followers: [CellSize]

  package init(_ action: SessionAction, in viewport: CellSize, followers: [CellSize] = []) {
    self.action = action
    self.viewport = viewport
    self.followers = followers
  }
}

/// The state of a session with the ids of its containers, so that its scenes equal those of the session.
package struct RecordedState: Hashable, Sendable {
  package var place: NavigationState
  package var ids: RecordedIDs
  package var preview: Preview

  /// The preview of the list in front.
  package struct Preview: Hashable, Sendable {
    package var mode: PreviewMode
    /// Whether any viewer has space for it.
    package var isSeen: Bool
    /// Whether it shows the selected entry.
    package var isFilled: Bool

    package init(
      _ mode: PreviewMode = .auto,
      isSeen: Bool = false,
      isFilled: Bool = false
    ) {
      (self.mode, self.isSeen, self.isFilled) = (mode, isSeen, isFilled)
    }
  }

  package init(
    _ place: NavigationState,
    ids: RecordedIDs = RecordedIDs(),
    preview: Preview = Preview()
  ) {
    (self.place, self.ids, self.preview) = (place, ids, preview)
  }
}

/// The ids that a session has given to pages which it has opened: those of its content follow from the content.
package struct RecordedIDs: Hashable, Sendable {
  /// The ids of the open pages of a stack, from the one above its root on, by the path of the stack.
  package var pages: [NavigationState.Path: [UInt32]]
  /// That of the page of the preview; 0 while there is none.
  package var preview: UInt32
  /// The next id to give; 0 if the ids are not known.
  package var next: UInt32

  package init(
    pages: [NavigationState.Path: [UInt32]] = [:],
    preview: UInt32 = 0,
    next: UInt32 = 0
  ) {
    (self.pages, self.preview, self.next) = (pages, preview, next)
  }

  /// All of them, in no particular order.
  package var all: [UInt32] { pages.values.flatMap(\.self) + (preview == 0 ? [] : [preview]) }
}
