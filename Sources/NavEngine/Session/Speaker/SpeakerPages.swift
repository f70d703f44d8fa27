package import NavBase
import NavScene

/// The page in front and its successor, each at one of its steps, as the speaker's view shows them.
package struct SpeakerPages: Hashable, Sendable {
  package var current: Shown
  /// The page that `forward` turns to, or the step that it reveals; nil at the end, and for content without an order.
  package var next: Shown?
  /// Whether the page in front is one of a pager, so that it may have a successor.
  package var isOrdered: Bool
  /// Whether `forward` leads nowhere.
  package var isLast: Bool

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
      let rows = node[front.page]?.rows
    else { return nil }
    let position = node.position
    let current = SpeakerPages.Shown(
      content: rows.content,
      // A page of a container without steps is shown whole.
      step: node.active?.step ?? rows.content.stepCount,
      number: position.page,
      count: position.pages,
      rows: rows.place
    )
    let isOrdered = node.traits.turnsPages
    let (next, isLast) = isOrdered ? successor(of: current) : (nil, true)
    return SpeakerPages(current: current, next: next, isOrdered: isOrdered, isLast: isLast)
  }

  /// Returns the step or the page after the front page, of the innermost pager that has one; nil at the end, and for a
  /// page with a container.
  private func successor(
    of current: SpeakerPages.Shown
  ) -> (next: SpeakerPages.Shown?, isLast: Bool) {
    if current.step < current.content.stepCount {
      var next = current
      next.step += 1
      return (next, false)
    }
    for front in tree.front.reversed() {
      guard let node = tree[front.container], node.traits.turnsPages else { break }
      let (number, count) = (node.position.page + 1, node.position.pages)
      guard let page = node.pageIDs.id(at: number - 1) else { continue }
      let next = node[page]?.rows.map {
        SpeakerPages.Shown(content: $0.source, step: 0, number: number, count: count)
      }
      return (next, false)
    }
    return (nil, true)
  }
}
