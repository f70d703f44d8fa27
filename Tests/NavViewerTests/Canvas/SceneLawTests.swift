import NavBase
import NavScene
import NavTestKit
import NavViewer
import Testing

/// Conditions on every scene with titles, selections and overlapping pages.
@Suite struct SceneLawTests {
  /// Characters that libvterm shows differently.
  static let disputed: Set<Character> = ["\u{1F468}\u{200D}\u{1F469}", "🇩🇪"]

  /// Paints a viewer's frames in sequence, as bytes for its terminal.
  @Test func aTerminalShowsEveryScene() throws {
    try forSeeds(0..<300) { random in
      var scene = random.pageScene()
      let depth = random.pick(ColorDepth.allCases)
      let theme = ResolvedTheme(random.oneIn(2) ? .dark : .light, depth: depth)
      let terminal = VirtualTerminal(scene.viewport)
      var encoder = FrameEncoder(EncoderOptions(depth: depth, hyperlinks: random.oneIn(2)))
      for frame in 0..<4 {
        let canvas = Canvas(scene, theme, peek: random.peeks(in: scene))
        let bytes = encoder.encode(canvas)
        terminal.write(bytes)
        let difference = terminal.difference(from: canvas, ignoring: Self.disputed)
        try demand(difference == nil, "frame \(frame) in \(depth): \(difference ?? "")")
        try Self.checkWideCharacters(on: canvas)
        let viewport = scene.viewport
        if random.oneIn(2) { scene = random.pageScene() }
        scene.viewport = viewport
        if let page = scene.containers.last(where: { $0.pageCount > 0 }) {
          scene[page.id]?.selection = random.int(in: 0...page.pageCount)
          scene.focus = random.oneIn(2) ? page.id : nil
        }
      }
    }
  }

  /// Checks that a wide character has its second half to its right, in the same style.
  private static func checkWideCharacters(on canvas: Canvas) throws {
    for y in 0..<canvas.size.rows {
      var isOwed = false
      for x in 0..<canvas.size.columns {
        let point = CellPoint(x: x, y: y)
        let character = canvas.character(at: point)
        try demand((character == nil) == isOwed, "\(point): half of a character")
        if character == nil {
          let first = CellPoint(x: x - 1, y: y)
          try demand(canvas.look(at: point) == canvas.look(at: first), "\(point)")
        }
        isOwed = character.map { columnWidth(of: $0) == 2 } ?? false
      }
      try demand(!isOwed, "row \(y) ends in half of a character")
    }
  }

  /// Returns the scene with other containers instead of pointers and marks, which are painted and never hit.
  private static func withoutPointers(_ scene: Scene) -> Scene {
    var scene = scene
    for container in scene.containers where [.pointer, .mark].contains(container.kind) {
      scene[container.id]?.kind = .tabs
    }
    return scene
  }

  /// A visible cell of a row is hit as that row, and the other way round.
  @Test func visibleCellsAreHit() throws {
    try forSeeds(0..<1500) { random in
      var scene = Self.withoutPointers(random.pageScene())
      Self.markRows(of: &scene)
      let peek = random.peeks(in: scene)
      let canvas = Canvas(scene, ResolvedTheme(.dark, depth: .mono), peek: peek)
      for y in 0..<scene.viewport.rows {
        for x in 0..<scene.viewport.columns {
          let point = CellPoint(x: x, y: y)
          let hit = scene.hit(point, peek: peek)
          // The second half of a wide character; tab items have such characters.
          guard let character = canvas.character(at: point) else { continue }
          // A page that counts as an edge may still show rows, as it does beside dots.
          if hit?.part == .edge { continue }
          if case .dots = hit?.part { continue }
          let container = hit.flatMap { scene[$0.container] }
          // The back of a leaf shows rows that can't be hit.
          if container?.isMirrored == true { continue }
          let index = hit?.part == .header ? container?.pinnedRow : hit?.row
          let row = container.flatMap { page in index.map { Self.mark(page.id, $0) } }
          let isMark = character.unicodeScalars.first.map { (0x100...0x240) ~= $0.value } ?? false
          if isMark {
            try demand(character == row, "\(point): \(character) is seen, hit is \(hit as Any)")
          } else if let hit, let index = hit.row, scene[hit.container]?.rows[index] != nil {
            // An edge, a scroll bar beside a page moved sideways, or a mark of a bar.
            try demand("│▐▗▝▴▾‹›".contains(character), "\(point): '\(character)', hit is \(hit)")
          }
        }
      }
    }
  }

  /// Every cell shows the container that is hit there, of any kind and nesting.
  @Test func theTopmostContainerIsHit() throws {
    try forSeeds(0..<1500) { random in
      let scene = Self.withoutPointers(random.pageScene())
      var marked = scene
      for container in scene.containers {
        // A page full of one character, at any scroll offset.
        var page = container
        page.kind = .page
        page.headerHeight = 0
        page.selection = nil
        page.content = CellRect(x: -100, y: 0, width: 300, height: 1)
        page.rows = RowTable()
        let row = TextRow(String(repeating: Self.mark(container.id, 0), count: 300))
        page.rows.set(Array(repeating: row, count: 100), at: -40)
        marked.insert(page)
      }
      let canvas = Canvas(marked, ResolvedTheme(.dark, depth: .mono))
      // Without stacks no page is an edge, without pagers no row belongs to dots.
      var unstacked = scene
      for container in scene.containers where [.stack, .pager].contains(container.kind) {
        unstacked[container.id]?.kind = .tabs
      }
      for y in 0..<scene.viewport.rows {
        for x in 0..<scene.viewport.columns {
          let point = CellPoint(x: x, y: y)
          let hit = unstacked.hit(point)?.container
          let expected = hit.map { Self.mark($0, 0) } ?? " "
          try demand(canvas.character(at: point) == expected, "\(point): \(hit as Any)")
        }
      }
    }
  }

  /// Fills every row with a character of its own; titles are blank.
  private static func markRows(of scene: inout Scene) {
    for page in scene.containers where page.kind == .page {
      scene[page.id]?.title = ""
      for segment in page.rows.segments {
        let rows = (segment.first..<segment.end).map { row in
          TextRow(String(repeating: mark(page.id, row), count: page.content.width))
        }
        scene[page.id]?.rows.set(rows, at: segment.first)
      }
    }
  }

  private static func mark(_ id: ContainerID, _ row: Int) -> Character {
    let value = 0x100 + id.rawValue * 25 + UInt32(row)
    return Character(Unicode.Scalar(value) ?? "?")
  }

  /// Containers that are hidden, empty or outside leave no trace.
  @Test func hiddenContainersChangeNothing() throws {
    try forSeeds(0..<400) { random in
      let scene = random.pageScene()
      let theme = ResolvedTheme(.dark, depth: .truecolor)
      let canvas = Canvas(scene, theme)
      let id = ContainerID(rawValue: 40)
      var extra = Container(id: id, kind: .page, frame: CellRect(scene.viewport))
      extra.title = "title"
      extra.headerHeight = 2
      extra.content = CellRect(x: 1, y: 2, width: 8, height: 9)
      extra.rows.set(random.textRows(9...9), at: 0)
      extra.selection = 1
      extra.z = random.int(in: -1...3)
      switch random.int(in: 0...3) {
      case 0: extra.isHidden = true
      case 1: extra.frame.x = scene.viewport.columns
      case 2: extra.frame.y = -extra.frame.height
      default: extra.frame.width = 0
      }
      var more = scene
      more.insert(extra)
      let other = Canvas(more, theme)
      for y in 0..<scene.viewport.rows {
        for x in 0..<scene.viewport.columns {
          let point = CellPoint(x: x, y: y)
          try demand(canvas.character(at: point) == other.character(at: point), "\(point)")
          try demand(canvas.look(at: point) == other.look(at: point), "\(point)")
        }
      }
    }
  }
}
