import NavGeometry
import NavLayout
import NavText

/// A container in the terminal's own cells.
struct Placement {
  let container: Container
  let frame: CellRect
  /// What of the frame can be seen.
  let clip: CellRect
  /// How dark the container and everything around it make it: 0 (not at all) to 255.
  let overlay: Int

  init(_ container: Container, origin: CellPoint, clip: CellRect, overlay: Int) {
    self.container = container
    frame = container.frame.offset(x: origin.x, y: origin.y)
    self.clip = frame.intersection(clip)
    let own = min(max(0, container.overlay), 255)
    // Two layers of black let through what the one lets through of the other.
    self.overlay = 255 - ((255 - own) * (255 - overlay) + 127) / 255
  }

  /// Where children begin.
  var contentOrigin: CellPoint {
    CellPoint(x: frame.x - container.scroll.x, y: frame.y - container.scroll.y)
  }
}

/// Paints one container without its children.
struct ContainerPainter {
  let placement: Placement
  let theme: ResolvedTheme
  /// Whether it has the keys.
  let isFocused: Bool

  private var container: Container { placement.container }
  private var frame: CellRect { placement.frame }

  func paint(onto canvas: inout Canvas, peek: Int) {
    switch container.kind {
    case .pager, .stack: canvas.fill(placement.clip, with: shaded(.plain))
    case .page:
      canvas.fill(placement.clip, with: shaded(.plain))
      paintPage(onto: &canvas, offset: offset(peek))
      if container.headerHeight > 0 {
        paintHeader(onto: &canvas)
        paintBorder(onto: &canvas)
      }
    case .pageControl: paintPageControl(onto: &canvas)
    }
  }

  private func shaded(_ look: Look) -> Look { theme.shaded(look, by: placement.overlay) }

  // MARK: Pages

  /// Rows of a page that fit below its top margin.
  private var visibleRows: Int { max(0, frame.height - container.content.y) }

  /// The row that stands at the top; what this viewer adds to it is kept within the text.
  private func offset(_ peek: Int) -> Int {
    let shared = container.scroll.y
    guard peek != 0 else { return shared }
    return min(max(0, shared + peek), max(0, container.content.height - visibleRows))
  }

  private func paintPage(onto canvas: inout Canvas, offset: Int) {
    let content = container.content
    let top = frame.y + content.y
    let left = frame.x + content.x - container.scroll.x
    // Rows that are scrolled away do not show in the margin above.
    let clip = placement.clip.intersection(
      CellRect(x: frame.x, y: top, width: frame.width, height: visibleRows)
    )
    for y in clip.y..<clip.maxY {
      guard let row = container.rows[y - top + offset] else { continue }
      if y - top + offset == container.selection {
        paintSelected(row, at: CellPoint(x: left, y: y), clip: clip, onto: &canvas)
        continue
      }
      let ground = row.fill == .plain ? nil : theme.look(of: row.fill)
      if let ground {
        let filled = CellRect(x: left - 1, y: y, width: content.width + 2, height: 1)
        canvas.fill(filled.intersection(clip), with: shaded(Look(background: ground.background)))
      }
      canvas.draw(
        row.text,
        runs: row.runs,
        at: CellPoint(x: left + max(0, row.indent), y: y),
        clip: clip
      ) { style in
        var look = theme.look(of: style)
        if let ground, look.background == .terminal { look.background = ground.background }
        return shaded(look)
      }
    }
    paintScrollBar(onto: &canvas, offset: offset, clip: clip)
  }

  /// A row that is selected: its look is laid over the row's, across the content and a blank on either side.
  private func paintSelected(
    _ row: TextRow,
    at origin: CellPoint,
    clip: CellRect,
    onto canvas: inout Canvas
  ) {
    let mark = isFocused ? theme.selection : theme.faintSelection
    let bar = CellRect(x: origin.x - 1, y: origin.y, width: container.content.width + 2, height: 1)
    canvas.fill(bar.intersection(clip), with: shaded(mark))
    let start = CellPoint(x: origin.x + max(0, row.indent), y: origin.y)
    canvas.draw(row.text, runs: row.runs, at: start, clip: clip) { style in
      var look = theme.look(of: style)
      look.background = mark.background
      look.attributes.formUnion(mark.attributes)
      return shaded(look)
    }
  }

  /// The page's title and, where there is room for one, a rule below it.
  private func paintHeader(onto canvas: inout Canvas) {
    let columns = max(0, container.content.width)
    let left = frame.x + container.content.x
    var look = isFocused ? theme.accent : Look.plain
    look.attributes.insert(.bold)
    canvas.draw(
      sanitized(container.title).truncated(toColumns: columns),
      at: CellPoint(x: left, y: frame.y),
      clip: placement.clip
    ) { _ in shaded(look) }
    guard container.headerHeight > 1 else { return }
    canvas.draw(
      String(repeating: "─", count: min(columns, frame.width)),
      at: CellPoint(x: left, y: frame.y + 1),
      clip: placement.clip
    ) { _ in shaded(theme.look(of: .rule)) }
  }

  /// The left edge of a page that lies on others, and of one that is covered as a whole: what is left of that
  /// in view can be clicked.
  private func paintBorder(onto canvas: inout Canvas) {
    guard container.frame.x > 0 || container.overlay >= Self.coveredOverlay else { return }
    let line = CellRect(x: frame.x, y: frame.y, width: 1, height: frame.height)
      .intersection(placement.clip)
    for y in line.y..<line.maxY where !line.isEmpty {
      canvas.draw("│", at: CellPoint(x: line.x, y: y), clip: line) { _ in
        shaded(theme.look(of: .rule))
      }
    }
  }

  /// How dark a page is that has gone by its whole width: 0.3 of 255, rounded down (SN-9).
  private static let coveredOverlay = 76

  /// The thumb of a scroll bar in the page's last column that can be seen, where the text leaves it free.
  ///
  /// A full page beside the edges of others goes on behind the viewport's end (SN-10).
  private func paintScrollBar(onto canvas: inout Canvas, offset: Int, clip: CellRect) {
    let total = container.content.height
    let visible = visibleRows
    let end = min(frame.maxX, placement.clip.maxX)
    let isFree = frame.x + container.content.x + container.content.width < end
    guard visible > 0, total > visible, isFree else { return }
    let length = max(1, visible * visible / total)
    let way = visible - length
    let start =
      (min(max(0, offset), total - visible) * way + (total - visible) / 2) / (total - visible)
    let top = frame.y + container.content.y + start
    let thumb = CellRect(x: end - 1, y: top, width: 1, height: length).intersection(clip)
    for y in thumb.y..<thumb.maxY where !thumb.isEmpty {
      canvas.draw("▐", at: CellPoint(x: thumb.x, y: y), clip: thumb) { _ in shaded(theme.muted) }
    }
  }

  // MARK: Page control

  /// A dot per page with a blank between two; the number alone where they have no room (PI-8).
  private func paintPageControl(onto canvas: inout Canvas) {
    canvas.fill(placement.clip, with: shaded(.plain))
    let count = container.pageCount
    guard count > 0 else { return }
    let current = min(max(0, container.currentPage), count - 1)
    // Compared this way round, no count is too large.
    guard count <= (frame.width + 1) / 2 else {
      return paintNumber(current + 1, of: count, onto: &canvas)
    }
    let left = frame.x + (frame.width - (2 * count - 1)) / 2
    for page in 0..<count {
      let isCurrent = page == current
      canvas.draw(
        isCurrent ? "●" : "○",
        at: CellPoint(x: left + 2 * page, y: frame.y),
        clip: placement.clip
      ) { _ in shaded(isCurrent ? theme.accent : theme.muted) }
    }
  }

  private func paintNumber(_ page: Int, of count: Int, onto canvas: inout Canvas) {
    let text = "‹\(page)/\(count)›"
    let left = frame.x + max(0, (frame.width - columnWidth(of: text)) / 2)
    canvas.draw(text, at: CellPoint(x: left, y: frame.y), clip: placement.clip) { _ in
      shaded(theme.muted)
    }
  }
}
