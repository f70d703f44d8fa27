package import NavScene

/// The lifecycle events of a stack's pages when the stack changes, in order.
///
/// One command changes the active page once, however many pages it passes (D-8): pages in between become neither active
/// nor inactive.
package enum StackEvent: Hashable, Sendable {
  case willMoveToParent(ContainerID)
  case didMoveToParent(ContainerID)
  case willMoveFromParent(ContainerID)
  case didMoveFromParent(ContainerID)
  case didBecomeInactive(ContainerID)
  case didBecomeActive(ContainerID)
  /// The page's content is needed for the first time.
  case load(ContainerID)
  case willAppear(ContainerID)
  case didAppear(ContainerID)
  case willDisappear(ContainerID)
  case didDisappear(ContainerID)
  /// A popped page has slid out and is deleted.
  case removed(ContainerID)
}

/// Computes the events between two values (NC-3, NC-5, NC-12, SN-15).
package enum StackLifecycle {
  /// Returns the events of a command on the model: pages are removed from the top, then added from the bottom; the
  /// topmost new page is activated while it is added.
  ///
  /// - Complexity: O(pages added and removed).
  package static func events(from old: StackState, to new: StackState) -> [StackEvent] {
    let kept = old.pages.commonCount(with: new.pages)
    var events: [StackEvent] = []
    for index in (kept..<old.pages.count).reversed() {
      let id = old.pages[index].id
      events += [.willMoveFromParent(id), .didMoveFromParent(id)]
    }
    for index in kept..<new.pages.count {
      let id = new.pages[index].id
      events.append(.willMoveToParent(id))
      if index == new.pages.count - 1 { events += activation(from: old, to: new) }
      events.append(.didMoveToParent(id))
    }
    return kept < new.pages.count ? events : events + activation(from: old, to: new)
  }

  private static func activation(from old: StackState, to new: StackState) -> [StackEvent] {
    let (before, after) = (old.activePage?.id, new.activePage?.id)
    guard before != after else { return [] }
    return [before.map(StackEvent.didBecomeInactive), after.map(StackEvent.didBecomeActive)]
      .compactMap(\.self)
  }

  /// Returns the events of a change in one viewport: contents that become visible appear, in z-order; contents that
  /// were covered or popped disappear when the motion is over, and then popped pages are removed.
  ///
  /// - Complexity: O(visible contents and popped pages).
  package static func events(from old: StackView, to new: StackView) -> [StackEvent] {
    let (before, after) = (old.contents, new.contents)
    let hidden = before.visible.filter { !after.visible.contains($0) }
    var events = hidden.flatMap { [StackEvent.willDisappear($0), .didDisappear($0)] }
    for id in after.visible where !before.visible.contains(id) {
      if !before.wasPresented(id) { events.append(.load(id)) }
      events += [.willAppear(id), .didAppear(id)]
    }
    return events + new.containers.removed(since: old.containers).map(StackEvent.removed)
  }
}
