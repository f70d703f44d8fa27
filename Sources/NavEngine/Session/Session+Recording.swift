package import NavBase
package import NavScene

/// The journal of a session and its replays (proto/README.md: Journal and recordings).
extension Session {
  /// The present state, from which a replay continues with the same ids; motions count as finished, and a pan as released
  /// where it began.
  ///
  /// O(containers and pages that are not in their initial state).
  package var recordedState: RecordedState { recordedState(at: navigationState) }

  /// Returns the present state.
  ///
  /// - Parameter place: its navigation state, which is known already.
  package func recordedState(at place: NavigationState) -> RecordedState {
    var ids = RecordedIDs(next: tree.nextID)
    note(tree.root, at: [], in: &ids)
    let pane = previewPane
    ids.preview = pane?.rawValue ?? 0
    return RecordedState(
      place,
      ids: ids,
      preview: RecordedState.Preview(
        preview.mode,
        isSeen: preview.isSeen,
        isFilled: pane != nil && previewRequest == nil
      )
    )
  }

  private func note(
    _ id: ContainerID,
    at path: NavigationState.Path,
    in ids: inout RecordedIDs
  ) {
    guard let node = tree[id] else { return }
    let opened = node.openedPages
    if !opened.isEmpty { ids.pages[path] = opened.map(\.rawValue) }
    for (page, slot) in node.keptPages {
      guard let container = slot.container, let index = node.pageIDs.index(of: page) else {
        continue
      }
      note(container, at: path + [index], in: &ids)
    }
  }

  /// Whether any viewer has space for a preview.
  package var isPreviewSeen: Bool { preview.isSeen }

  /// Opens and reads previews for the viewers again: what follows is no part of a recording.
  package mutating func endReplay() { isReplay = false }

  /// Ends the pans that a replay has released: gestures of several viewers are those of one in it.
  mutating func forgetGestures() { pans.ended = [:] }
}
