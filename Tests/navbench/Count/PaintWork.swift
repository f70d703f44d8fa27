import NavBase
import NavEngine
import NavScene
import NavViewer

/// A page that slides over two others, and a viewer's work for each frame.
struct PaintWork {
  static let viewport = CellSize(columns: 200, rows: 60)

  /// The frames of a push: three pages full of text, each on top of the previous one.
  let scenes: [Scene]
  private static let theme = ResolvedTheme(.dark, depth: .truecolor)
  /// An encoder whose terminal shows the frame before the middle one.
  private var encoder = FrameEncoder()
  /// A viewer's canvas and encoder, which have shown the frames around the middle one.
  private var live = (canvas: LiveCanvas(size: viewport, theme: theme), encoder: FrameEncoder())

  /// Creates the frames of a push.
  ///
  /// - Parameter count: the number of pages of the stack, at least 3; the visible ones are the same for any number.
  /// - Throws: an error if the push has no motion.
  init(pages count: Int = 3) throws {
    let pages = StackPages(count: count) { index in
      StackPage(id: Self.id(index), size: index == count - 3 ? .full : .half)
    }
    var state = StackState(pages: pages, active: count - 1, position: .right)
    let layout = StackLayout(room: Scene.room(in: Self.viewport))
    var view = StackView(resting: state, metrics: layout.metrics)
    state.push(StackPage(id: Self.id(count), size: .half))
    view.follow(state, at: .zero)
    let shown = Dictionary(
      uniqueKeysWithValues: layout.shownPages(of: view, from: 0).map {
        ($0, ShownPage(title: "A page of text"))
      }
    )
    let stack = Container(id: ContainerID(rawValue: 1), kind: .stack, frame: CellRect(layout.room))
    var builder = SceneBuilder(viewport: Self.viewport, length: view.motion?.length ?? 0)
    layout.add(view, from: 0, as: stack, pages: shown, to: &builder)
    let facts = SessionFacts(name: "bench", viewers: 2)
    let trajectory = builder.trajectory(focus: nil, kind: .none, facts: facts)
    guard trajectory.length > 10 else {
      throw BenchError("a push has too few frames to be measured")
    }
    let start = HashedScene(trajectory.start)
    let timeline = Timeline(from: trajectory.start, along: trajectory)
    let playback = try Playback(timeline, from: start, startedAt: .zero)
    let top = Self.id(count)
    scenes = try (0...trajectory.length).map {
      Self.filled(try playback.scene(atFrame: $0).scene, below: top)
    }
    _ = encoder.encode(Self.canvas(of: scenes[scenes.count / 2 - 1], Self.theme))
    // The second time, the buffers are as large as they get.
    for _ in 0..<2 {
      for index in Self.middle(of: scenes) { _ = step(to: scenes[index]) }
    }
  }

  private static let firstID: UInt32 = 16

  private static func id(_ index: Int) -> ContainerID {
    ContainerID(rawValue: firstID + UInt32(index))
  }

  /// Returns the scene with typical text of a talk in its pages: headings, paragraphs, code.
  private static func filled(_ scene: Scene, below top: ContainerID) -> Scene {
    var scene = scene
    for page in scene.containers where page.kind == .page {
      let width = max(1, page.frame.width - 6)
      scene[page.id]?.content = CellRect(x: 3, y: 2, width: width, height: 70)
      scene[page.id]?.rows.set(
        rows(of: Int(top.rawValue - page.id.rawValue), columns: width),
        at: 0
      )
    }
    return scene
  }

  private static let words = "A session is one place in one content and every viewer has its own "

  private static func rows(of page: Int, columns: Int) -> [TextRow] {
    (0..<70).map { row in
      let style: TextStyle =
        switch row % 10 {
        case 0: TextStyle(role: .heading2, attributes: .bold)
        case 6, 7: TextStyle(role: .codeBlock)
        default: .plain
        }
      let start = (page * 7 + row * 3) % words.utf8.count
      let text = String(repeating: words, count: 5).dropFirst(start)
        .prefix(row % 10 == 9 ? 0 : columns - (row * 5) % 17)
      let emphasis = StyledRun(length: text.utf8.count / 3, style: TextStyle(attributes: .italic))
      let rest = StyledRun(length: text.utf8.count, style: style)
      return TextRow(
        String(text),
        runs: row % 4 == 1 ? [emphasis, rest] : [rest],
        fill: style.role == .codeBlock ? .codeBlock : .plain
      )
    }
  }

  // MARK: Operations

  enum Operation: String, CaseIterable {
    /// One frame in the middle of the motion, from the scene to the bytes.
    case frame
    /// Two steady frames there, to the next one and back, of which only the damaged rows are painted.
    case step
  }

  /// Runs an operation several times; its instructions are counted under the name of its own function.
  ///
  /// - Returns: the number of bytes of each repetition.
  mutating func perform(_ operation: Operation, times: Int) -> [Int] {
    (0..<times).map { _ in
      switch operation {
      case .frame: countedFrame()
      case .step: stepThereAndBack()
      }
    }
  }

  @inline(never)
  private func countedFrame() -> Int {
    var encoder = encoder
    return encoder.encode(Self.canvas(of: scenes[scenes.count / 2], Self.theme)).count
  }

  private mutating func stepThereAndBack() -> Int {
    Self.middle(of: scenes).reduce(0) { $0 + countedStep(to: scenes[$1]) }
  }

  /// The frames between which the steps go.
  private static func middle(of scenes: [Scene]) -> [Int] {
    [scenes.count / 2, scenes.count / 2 - 1]
  }

  @inline(never)
  private mutating func countedStep(to scene: Scene) -> Int { step(to: scene) }

  @inline(never)
  private mutating func step(to scene: Scene) -> Int {
    live.canvas.compare(with: scene)
    live.canvas.paint(scene)
    return live.encoder.encode(live.canvas.canvas, rows: live.canvas.damage).count
  }

  // MARK: Viewer

  /// Paints a scene and the viewer's status line into cells.
  static func canvas(of scene: Scene, _ theme: ResolvedTheme) -> Canvas {
    var canvas = Canvas(size: scene.viewport)
    canvas.paint(scene, theme: theme)
    canvas.paintStatus(
      left: StyledText("bench  2 viewers  1/4"),
      right: "? help  q leave",
      row: scene.viewport.rows - 1,
      theme: theme
    )
    return canvas
  }
}
