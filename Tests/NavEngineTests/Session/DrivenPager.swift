import NavBase
import NavScene
import NavTestKit

@testable import NavEngine

/// A pager session driven as the daemon does it: by operations on copies.
struct DrivenPager: Sendable {
  private(set) var session: Session

  init(pages: [PageContent]) {
    session = Session(pages: pages)
  }

  var version: UInt64 { session.version }
  var pager: PagerState {
    guard case .row(let row, _) = node.transition else { preconditionFailure("no row of pages") }
    return row
  }
  var anchors: [Int: ScrollAnchor] { node.rows.touched.mapValues(\.anchor) }

  private var node: PagerNode {
    guard let pager = session.tree[session.tree.root] as? PagerNode else {
      preconditionFailure("not a pager")
    }
    return pager
  }

  mutating func perform(
    _ command: SessionCommand,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws {
    try perform(.command(command), seenIn: viewport, at: now)
  }

  mutating func perform(_ keys: [Key], seenIn viewport: CellSize, at now: Duration) throws {
    try perform(.keys(keys), seenIn: viewport, at: now)
  }

  private mutating func perform(
    _ action: SessionAction,
    seenIn viewport: CellSize,
    at now: Duration
  ) throws {
    try session.perform(action, seenIn: viewport, at: now)
  }

  mutating func layout(
    in viewport: CellSize,
    viewers: Int,
    at now: Duration
  ) -> (trajectory: Trajectory, startedAt: Duration) {
    session.layout(in: viewport, viewers: viewers, at: now)
  }

  mutating func rest(in viewport: CellSize, viewers: Int) -> Scene {
    session.rest(in: viewport, viewers: viewers)
  }

  mutating func prepareNeighbours(in viewport: CellSize) {
    session.layOutAhead(in: viewport)
  }
}
