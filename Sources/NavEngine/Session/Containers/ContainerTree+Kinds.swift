import NavBase
import NavScene

/// The registry of container kinds: the only file outside their folders that names their nodes.
extension ContainerTree {
  /// Creates the content of a page, with the contents of its own pages.
  ///
  /// - Parameters:
  ///   - content: valid content.
  ///   - page: the page; nil for the root container.
  /// - Returns: the rows, or the container.
  mutating func insert(_ content: SessionContent, in page: Page?) -> PageSlot {
    switch content {
    case .page(let rows): .rows(ScrollablePage(rows))
    case .pager(let pager): .container(insert(PagerNode.self, pager, in: page))
    case .stack(let stack): .container(insert(StackNode.self, stack, in: page))
    case .tabs(let tabs): .container(insert(TabsNode.self, tabs, in: page))
    case .split(let split): .container(insert(SplitNode.self, split, in: page))
    }
  }

  /// More ids than all containers and pages of one content need.
  static let mostIDs = UInt32(
    SessionContent.pageLimit
      + SessionContent.containerLimit
      * (PagerNode.mostIDs + StackNode.mostIDs + TabsNode.mostIDs + SplitNode.mostIDs)
  )
}
