package import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavText

/// A long text that a viewport shows, or would show after the next page turn, and that is not wrapped for it yet.
///
/// Wrapping it takes long, so a worker does it instead of the poll loop.
package struct LongText: Hashable, Sendable {
  fileprivate let page: Int
  fileprivate let content: PageContent
  fileprivate let room: TextWidthLimit
  fileprivate let step: Int?
  fileprivate let isNumbered: Bool
  fileprivate let wraps: Bool

  /// The bytes from which on a text is long: wrapping them takes about a millisecond.
  package static let leastWeight = 64 << 10

  /// Returns the wrapped text; takes long.
  package func wrapped() -> WrappedText {
    let text = FlowedText(
      content.document,
      room: room,
      step: step,
      isNumbered: isNumbered,
      wraps: wraps
    )
    return WrappedText(of: self, text)
  }
}

/// A long text, wrapped into rows.
package struct WrappedText: Sendable {
  fileprivate let source: LongText
  fileprivate let text: FlowedText

  fileprivate init(of source: LongText, _ text: FlowedText) {
    self.source = source
    self.text = text
  }
}

extension Session {
  /// Returns the texts that have to be wrapped before a viewport can be laid out without delay.
  ///
  /// O(pages in front), whatever the length of their texts.
  ///
  /// - Parameters:
  ///   - viewport: the size.
  ///   - weight: the bytes from which on a text is long, at least 0.
  /// - Returns: the texts; empty if layout is quick.
  package func longTexts(
    in viewport: CellSize,
    atLeast weight: Int = LongText.leastWeight
  ) -> [LongText] {
    tree.front.flatMap { front -> [LongText] in
      switch tree[front.container] {
      case .pager(let pager):
        guard let room = tree.pagerRoom(of: front.container, in: viewport) else { return [] }
        let current = pager.turns.current
        let neighbours = room.neighbours(of: current)
        return [current, neighbours.next, neighbours.previous].compactMap { index in
          guard let index, let content = pager[index].rows?.content else { return nil }
          return longText(content, at: pager.pageID(index), room.setting(of: index), weight)
        }
      case .stack(let stack):
        return stack.state.pages.compactMap { page in
          guard let content = stack[page.id]?.rows?.content,
            let setting = setting(of: page.id, in: front.container, viewport)
          else { return nil }
          return longText(content, at: page.id, setting, weight)
        }
      case .tabs(let tabs):
        guard let content = tabs[tabs.selected].rows?.content,
          let setting = setting(of: front.page, in: front.container, viewport)
        else { return [] }
        return [longText(content, at: front.page, setting, weight)].compactMap(\.self)
      case nil: return []
      }
    }
  }

  private func setting(
    of page: ContainerID,
    in container: ContainerID,
    _ viewport: CellSize
  ) -> PageLayoutContext? {
    tree.setting(of: ContainerTree.Page(container: container, page: page), in: viewport)
  }

  private func longText(
    _ content: PageContent,
    at page: ContainerID,
    _ setting: PageLayoutContext,
    _ weight: Int
  ) -> LongText? {
    let number = Int(page.rawValue)
    let isNumbered = content.lines.areNumbered(by: numbers)
    guard content.weight >= weight, let room = setting.textRoom(of: content),
      !texts.holds(
        page: number,
        room: room,
        step: setting.step,
        isNumbered: isNumbered,
        wraps: wrapsLines
      )
    else { return nil }
    return LongText(
      page: number,
      content: content,
      room: room,
      step: setting.step,
      isNumbered: isNumbered,
      wraps: wrapsLines
    )
  }

  /// Adds texts that a worker has wrapped.
  ///
  /// - Parameters:
  ///   - wrapped: the texts; those that are not shown any more are ignored.
  ///   - viewport: the size they were wrapped for.
  ///   - weight: the weight that was given to `longTexts`.
  package mutating func add(
    _ wrapped: [WrappedText],
    in viewport: CellSize,
    atLeast weight: Int = LongText.leastWeight
  ) {
    // Another page may have that number by now.
    let wanted = longTexts(in: viewport, atLeast: weight)
    for text in wrapped where wanted.contains(text.source) {
      texts.add(text.text, of: text.source.page)
    }
  }
}
