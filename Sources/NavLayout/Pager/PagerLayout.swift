package import NavGeometry
import NavText

/// A pager in one viewport: the pages' frame, the dots below, and the way of a turn in cells.
///
/// The outermost container is the pager; its pages stand side by side in its content, `pitch` columns
/// apart (PS-1), a page's column being its slot times the pitch.
package struct PagerLayout: Sendable {
  package static let pagerID = ContainerID(rawValue: 1)
  package static let dotsID = ContainerID(rawValue: 2)
  /// Columns between two pages, seen only while they move (PS-1: 20 points are 2 columns).
  package static let spacing = 2

  package let viewport: CellSize

  package init(viewport: CellSize) {
    self.viewport = viewport
  }

  /// A page's container.
  package static func pageID(_ page: Int) -> ContainerID {
    ContainerID(rawValue: UInt32(16 + page))
  }

  /// The room of a page: everything but the status line and the dots.
  package var pageSize: CellSize {
    CellSize(columns: viewport.columns, rows: viewport.rows - statusRows - dotsRows)
  }

  package var textColumns: Int { PageLayout.textColumns(forPageOf: viewport.columns) }

  private var pitch: Int { viewport.columns + Self.spacing }
  private var statusRows: Int { viewport.rows >= 3 ? 1 : 0 }
  /// The dots' row and, where there is room, a blank one above it.
  private var dotsRows: Int { viewport.rows >= 16 ? 2 : viewport.rows >= 8 ? 1 : 0 }

  /// One page that a scene shows: laid out, and scrolled to its anchor.
  package struct Page: Sendable {
    package var index: Int
    package var title: String
    package var layout: PageLayout
    package var offset: Int

    package init(index: Int, title: String, layout: PageLayout, offset: Int) {
      self.index = index
      self.title = title
      self.layout = layout
      self.offset = offset
    }
  }

  /// The pager at rest on its active page.
  package func scene(resting page: Page, of count: Int, facts: SessionFacts) -> Scene {
    scene(
      position: Double(page.index),
      slots: [(page.index, page)],
      current: page.index,
      of: count,
      facts: facts
    )
  }

  /// The way of a motion from one of its frames on.
  ///
  /// - Parameters:
  ///   - motion: where the pager goes.
  ///   - frame: the frame of the motion that is now.
  ///   - current: the active page, one of the strip's.
  ///   - pages: every page of the motion's strip, in its order.
  ///   - count: how many pages the pager has.
  ///   - facts: what every scene says of the session.
  /// - Returns: the way from that frame to rest.
  package func trajectory(
    of motion: PagerMotion,
    from frame: Int,
    current: Int,
    pages: [Page],
    of count: Int,
    facts: SessionFacts
  ) -> Trajectory {
    precondition(
      pages.map(\.index) == motion.strip,
      "cannot move over other pages than the strip's"
    )
    let slots = pages.enumerated().map { (motion.firstSlot + $0.offset, $0.element) }
    let start = scene(
      position: motion.position(atFrame: frame),
      slots: slots,
      current: current,
      of: count,
      facts: facts
    )
    guard let target = pages.first(where: { $0.index == current }) else {
      preconditionFailure("cannot move to a page that is not on the way")
    }
    let values = (frame..<motion.length).map { column(at: motion.position(atFrame: $0 + 1)) }
    return Trajectory(
      start: start,
      tracks: [SceneTrack(container: Self.pagerID, field: .scrollX, values: values)],
      length: motion.length - frame,
      end: scene(resting: target, of: count, facts: facts)
    )
  }

  /// The one place where a pager's position becomes a column (decision D-2).
  private func column(at position: Double) -> Int {
    Int((position * Double(pitch)).rounded(.down))
  }

  private func scene(
    position: Double,
    slots: [(Int, Page)],
    current: Int,
    of count: Int,
    facts: SessionFacts
  ) -> Scene {
    var scene = Scene(viewport: viewport, of: facts)
    scene.focus = Self.pagerID
    scene.focusKind = .pager
    var pager = Container(id: Self.pagerID, kind: .pager, frame: CellRect(pageSize))
    pager.scroll.x = column(at: position)
    scene.insert(pager)
    scene.insert(dots(current: current, of: count))
    for (slot, page) in slots {
      scene.insert(container(of: page, slot: slot))
    }
    return scene
  }

  private func container(of page: Page, slot: Int) -> Container {
    let frame = CellRect(pageSize).offset(x: slot * pitch, y: 0)
    var container = Container(
      id: Self.pageID(page.index),
      kind: .page,
      parent: Self.pagerID,
      frame: frame
    )
    container.title = page.title
    container.content = page.layout.content
    container.scroll.y = page.offset
    container.rows = page.layout.heldRows(at: page.offset)
    return container
  }

  /// The page control: `2n - 1` columns of dots where they fit, else room for a count (PI-8).
  ///
  /// Hidden where there is no row for it, so that viewers still know the place.
  private func dots(current: Int, of count: Int) -> Container {
    let dotColumns = 2 * count - 1
    let digits = String(count).count
    let width = min(
      viewport.columns,
      dotColumns <= viewport.columns - 2 ? dotColumns : 2 * digits + 3
    )
    var container = Container(
      id: Self.dotsID,
      kind: .pageControl,
      frame: CellRect(
        x: (viewport.columns - width) / 2,
        y: viewport.rows - statusRows - 1,
        width: width,
        height: 1
      )
    )
    container.isHidden = dotsRows == 0
    container.pageCount = count
    container.currentPage = current
    return container
  }
}
