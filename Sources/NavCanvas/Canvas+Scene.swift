import NavGeometry
package import NavLayout
import NavText

extension Canvas {
  /// Paints a scene: containers below their parents, siblings by z and id, each inside all of its ancestors.
  ///
  /// - Parameters:
  ///   - peek: rows that pages are looked at further down than they are scrolled, by container.
  ///   - depth: colours the terminal has; where it has few, a covered container is dimmed, not darkened.
  package mutating func paint(
    _ scene: Scene,
    theme: Theme,
    depth: ColorDepth,
    peek: [ContainerID: Int] = [:]
  ) {
    let roots = scene.containers.filter { $0.parent == nil }
    let painting = Painting(scene: scene, theme: theme, depth: depth, peek: peek)
    for container in roots.sorted(by: Painting.isBelow) {
      paint(container, painting, origin: .zero, clip: CellRect(size))
    }
  }

  private struct Painting {
    let scene: Scene
    let theme: Theme
    let depth: ColorDepth
    let peek: [ContainerID: Int]

    static func isBelow(_ a: Container, _ b: Container) -> Bool { (a.z, a.id) < (b.z, b.id) }
  }

  /// - Parameter origin: where the content of the container's parent begins on the screen.
  private mutating func paint(
    _ container: Container,
    _ painting: Painting,
    origin: CellPoint,
    clip: CellRect
  ) {
    guard !container.isHidden else { return }
    let frame = container.frame.offset(x: origin.x, y: origin.y)
    let visible = frame.intersection(clip)
    guard !visible.isEmpty else { return }
    switch container.kind {
    case .pager: break
    case .page: paint(page: container, painting, frame: frame, clip: visible)
    case .pageControl: paint(pageControl: container, painting.theme, frame: frame, clip: visible)
    }
    let children = painting.scene.containers.filter { $0.parent == container.id }
    let inner = CellPoint(x: frame.x - container.scroll.x, y: frame.y - container.scroll.y)
    for child in children.sorted(by: Painting.isBelow) {
      paint(child, painting, origin: inner, clip: visible)
    }
    if container.overlay > 0 {
      darken(visible, by: container.overlay, painting.theme, painting.depth)
    }
  }

  private mutating func paint(
    page: Container,
    _ painting: Painting,
    frame: CellRect,
    clip: CellRect
  ) {
    fill(clip, with: Look())
    let top = frame.y + page.content.y
    let rows = max(0, frame.maxY - top)
    let first = page.scroll.y + painting.peek[page.id, default: 0]
    let textClip = CellRect(x: frame.x, y: top, width: frame.width, height: rows)
      .intersection(clip)
    for line in 0..<rows {
      guard let row = page.rows[first + line] else { continue }
      paint(
        row,
        at: CellPoint(x: frame.x + page.content.x, y: top + line),
        columns: page.content.width,
        clip: textClip,
        painting.theme
      )
    }
    if page.content.height > rows, rows > 1 {
      let bar = CellRect(x: frame.maxX - 1, y: top, width: 1, height: rows).intersection(clip)
      paintScrollBar(in: bar, first: first, rows: rows, of: page.content.height, painting.theme)
    }
  }

  private mutating func paint(
    _ row: TextRow,
    at origin: CellPoint,
    columns: Int,
    clip: CellRect,
    _ theme: Theme
  ) {
    if row.fill != .plain {
      var look = Look()
      look.background = theme.style(of: row.fill).background
      // A column more at either side, where the page has it, so that text does not touch the edge.
      let area = CellRect(x: origin.x - 1, y: origin.y, width: columns + 2, height: 1)
      fill(area.intersection(clip), with: look)
    }
    var column = origin.x + row.indent
    var rest = row.text[...]
    for run in row.runs {
      let end = rest.utf8.index(rest.startIndex, offsetBy: run.length, limitedBy: rest.endIndex)
      let text = rest[..<(end ?? rest.endIndex)]
      var look = theme.look(of: run.style)
      if let link = run.style.link { look.link = self.link(link) }
      column = write(
        text,
        at: CellPoint(x: column, y: origin.y),
        clip: clip,
        look: look
      )
      rest = rest[text.endIndex...]
    }
    write(rest, at: CellPoint(x: column, y: origin.y), clip: clip, look: Look())
  }

  /// A thumb as long as the visible share, at the visible place.
  private mutating func paintScrollBar(
    in bar: CellRect,
    first: Int,
    rows: Int,
    of total: Int,
    _ theme: Theme
  ) {
    let length = max(1, rows * rows / total)
    let travel = rows - length
    let hidden = total - rows
    let start = min(travel, max(0, (first * travel + hidden / 2) / hidden))
    var look = Look()
    look.foreground = theme.muted
    for offset in start..<start + length {
      write("▐", at: CellPoint(x: bar.x, y: bar.y + offset), clip: bar, look: look)
    }
  }

  /// PI-8: dots with blanks between where they fit, else the place in figures.
  private mutating func paint(
    pageControl control: Container,
    _ theme: Theme,
    frame: CellRect,
    clip: CellRect
  ) {
    var look = Look()
    if 2 * control.pageCount - 1 <= frame.width {
      for page in 0..<control.pageCount {
        let isCurrent = page == control.currentPage
        look.foreground = isCurrent ? theme.accent : theme.muted
        write(
          isCurrent ? "●" : "○",
          at: CellPoint(x: frame.x + 2 * page, y: frame.y),
          clip: clip,
          look: look
        )
      }
    } else {
      look.foreground = theme.muted
      let text = "‹\(control.currentPage + 1)/\(control.pageCount)›"
      let column = frame.x + max(0, (frame.width - columnWidth(of: text)) / 2)
      write(text, at: CellPoint(x: column, y: frame.y), clip: clip, look: look)
    }
  }

  /// Covers an area with a shade: blended where colours can be, dimmed where they can't (section 15).
  private mutating func darken(
    _ area: CellRect,
    by amount: Int,
    _ theme: Theme,
    _ depth: ColorDepth
  ) {
    switch depth {
    case .truecolor, .palette256:
      restyle(area) { look in
        look.foreground = look.foreground.darkened(by: amount, own: theme.ownForeground)
        look.background = look.background.darkened(by: amount, own: theme.ownBackground)
      }
    case .palette16, .mono:
      if amount >= 38 { restyle(area) { $0.attributes.insert(.dim) } }
    }
  }
}
