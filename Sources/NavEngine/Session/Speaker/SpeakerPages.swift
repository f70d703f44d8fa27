package import NavBase
import NavScene

/// The page in front and its successor, each at one of its steps, as the speaker's view shows them.
package struct SpeakerPages: Hashable, Sendable {
  package var current: Shown
  /// The page that `forward` turns to, or the step that it reveals; nil at the end, and for content without an order.
  package var next: Shown?
  /// Whether the page in front is one of a pager, so that it may have a successor.
  package var isOrdered: Bool

  /// A page at one of its steps.
  package struct Shown: Hashable, Sendable {
    package var content: PageContent
    /// The step, from 0.
    package var step: Int
    /// The number of the page in its container, from 1, and the number of pages there.
    package var number: Int
    package var count: Int
    /// The selection and the scroll position; nil for their initial state.
    package var rows: NavigationState.Rows?
  }
}

extension Session {
  /// The page in front and its successor; nil if no page of rows is in front.
  package var speakerPages: SpeakerPages? {
    guard let front = tree.front.last, let node = tree[front.container],
      let rows = node.slot(of: front.page)?.rows
    else { return nil }
    let position = node.position
    let current = SpeakerPages.Shown(
      content: rows.content,
      // A page of any other container is shown whole.
      step: node.step(of: front.page) ?? rows.content.stepCount,
      number: position.page,
      count: position.pages,
      rows: rows.place
    )
    let next = node.successor(of: current)
    return SpeakerPages(current: current, next: next, isOrdered: node.isOrdered)
  }
}

extension SessionContent {
  /// The length of the talk that it is for; nil if it states none.
  package var duration: Duration? {
    switch slot {
    case .rows: nil
    case .container(let container): container.duration
    }
  }
}
