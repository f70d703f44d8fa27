import NavBase
import NavScene

/// The focus among the parts of splits.
extension Session {
  /// Gives the focus to the next part in reading order, through all splits around the innermost page (SPL-10).
  mutating func focusNextPart() -> Outcome {
    let splits = tree.front.map(\.container).filter { tree[$0] is SplitNode }
    guard var changed = splits.first else { return .nothing(.noParts) }
    for id in splits.reversed() {
      changed = id
      // The last part of an inner split is followed by the next part of the one around it.
      if changeSplit(id, { $0.focusNext() }) { break }
    }
    // Splits in the part that has the focus now are entered at their first parts.
    let inner = tree.front.map(\.container).drop { $0 != changed }.dropFirst()
    for id in inner { changeSplit(id) { $0.focus(0) } }
    return .done
  }

  /// Gives the focus to the parts of splits that contain a container, unless only a border was touched (SPL-9).
  mutating func focusParts(around container: ContainerID) {
    guard !(tree[container] is SplitNode), let parent = tree.parentPage(of: container) else {
      return
    }
    for page in tree.path(from: parent) {
      guard var split = tree[page.container] as? SplitNode else { continue }
      split.bringToFront(page.page)
      tree[page.container] = split
    }
  }

  /// Changes a split; returns false for any other container.
  @discardableResult
  private mutating func changeSplit(
    _ id: ContainerID,
    _ change: (inout SplitState) -> Bool
  ) -> Bool {
    guard var split = tree[id] as? SplitNode else { return false }
    defer { tree[id] = split }
    return change(&split.state)
  }
}
