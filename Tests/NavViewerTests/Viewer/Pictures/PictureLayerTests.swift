import NavBase
import NavTestKit
import Testing

@testable import NavViewer

@Suite("Pictures over cells of a terminal") struct PictureLayerTests {
  /// A viewer's painter and its terminal.
  private struct Wall {
    let terminal: PictureTerminal
    var size: CellSize
    var layer: PictureLayer
    var encoder = FrameEncoder(EncoderOptions(symbols: true))
    var twin: PictureScreenTwin
    var bytes = 0

    init(_ terminal: PictureTerminal, _ size: CellSize, frameBytes: Int) {
      (self.terminal, self.size) = (terminal, size)
      layer = PictureLayer(terminal, seed: 4711, frameBytes: frameBytes)
      twin = PictureScreenTwin(size)
    }

    /// Shows a frame, and for kitty those that follow until it has all bytes.
    mutating func show(_ pictures: [ShownPicture], over canvas: Canvas, frames: Int = 100) throws {
      for _ in 0..<frames {
        var painted = canvas
        let covers = layer.covers(of: pictures)
        for cover in covers { painted.cover(cover, in: .all(of: size.rows)) }
        let isWhole = encoder.writesWhole(painted)
        let uploads = layer.uploads(for: pictures)
        let cells = encoder.encode(painted)
        let drawings = layer.drawings(of: pictures, isWhole: isWhole)
        try write(uploads + cells + drawings)
        let difference = twin.grid.difference(from: painted)
        try demand(difference == nil, difference ?? "")
        let isComplete = covers.count == pictures.count
        if isComplete, !layer.hasUploads(for: pictures) { return }
      }
      try demand(frames < 100, "kitty never has all bytes")
    }

    mutating func write(_ more: [UInt8]) throws {
      twin.write(more, isInTmux: terminal.isInTmux)
      bytes = more.count
      try demand(twin.fault == nil, twin.fault ?? "")
    }
  }

  /// Pictures that do not touch one another.
  private static func pictures(
    _ random: inout SplitMix64,
    in size: CellSize,
    for terminal: PictureTerminal
  ) throws -> [ShownPicture] {
    var pictures: [ShownPicture] = []
    for _ in 0..<random.int(in: 0...3) {
      let (width, height) = (random.int(in: 3...8), random.int(in: 1...3))
      let frame = CellRect(
        x: random.int(in: 0...size.columns - width),
        y: random.int(in: 0...size.rows - height),
        width: width,
        height: height
      )
      guard pictures.allSatisfy({ $0.frame.intersection(frame).isEmpty }) else { continue }
      let digit = random.int(in: 1...5)
      let id = try #require(PictureID(String(repeating: "\(digit)", count: 32)))
      let copy = try #require(terminal.copy(of: id, in: frame))
      let bytes =
        terminal.form == .sixel
        ? Array("\(width);\(height);\(digit)".utf8)
        // Some take two frames and more.
        : (0..<[1, 3_071, 3_073, 7_000, 14_000][digit - 1]).map { UInt8(truncatingIfNeeded: $0) }
      pictures.append(ShownPicture(copy, at: frame, bytes: bytes))
    }
    return pictures
  }

  @Test(
    "after any sequence of frames, the terminal shows the pictures of the last one, and no other",
    arguments: [
      PictureTerminal(.kitty), PictureTerminal(.kitty, isInTmux: true), PictureTerminal(.iterm2),
      PictureTerminal(.sixel, cell: CellSize(columns: 8, rows: 16)),
    ]
  )
  func law(terminal: PictureTerminal) throws {
    try forSeeds(0..<30) { random in
      var wall = Wall(terminal, CellSize(columns: 30, rows: 9), frameBytes: 6_144)
      var canvas = Canvas(size: wall.size)
      for frame in 0..<12 {
        switch random.int(in: 0...9) {
        case 0:
          wall.size = CellSize(columns: random.int(in: 20...40), rows: random.int(in: 5...12))
          wall.twin.resize(to: wall.size)
          canvas = Canvas(size: wall.size)
        case 1:
          wall.encoder.forget()
          wall.layer.forget()
        case 2:
          // Ctrl-Z and back: the terminal's memory is empty, and its screen another one.
          try wall.write(wall.layer.removal())
          #expect(wall.twin.stored == [:])
          wall.twin.resize(to: wall.size)
          wall.encoder.forget()
        default: break
        }
        if random.oneIn(2) {
          random.paint(on: &canvas, pool: ["a", "b", " ", "█", "漢"], depth: .truecolor)
        }
        let pictures = try Self.pictures(&random, in: wall.size, for: terminal)
        // A frame that another one follows before kitty has all bytes.
        if random.oneIn(4) { try wall.show(pictures, over: canvas, frames: random.int(in: 1...2)) }
        let shown = random.oneIn(3) ? [] : pictures
        try wall.show(shown, over: canvas)
        let expected = shown.map { PictureScreenTwin.Seen(frame: $0.frame, bytes: $0.bytes) }
        let seen = wall.twin.seen()
        try demand(wall.twin.fault == nil, "frame \(frame): \(wall.twin.fault ?? "")")
        try demand(
          seen == Set(expected),
          "frame \(frame): \(seen.map(\.frame)), not \(expected.map(\.frame))"
        )
        // A frame with the same pictures writes no bytes.
        try wall.show(shown, over: canvas)
        try demand(wall.bytes == 0, "frame \(frame): \(wall.bytes) bytes for the same screen")
      }
      try wall.write(wall.layer.removal())
      #expect(wall.twin.stored == [:])
    }
  }

  @Test("a frame has a bounded part of a picture, and a picture that is known is not sent again")
  func pieces() throws {
    let terminal = PictureTerminal(.kitty)
    var wall = Wall(terminal, CellSize(columns: 20, rows: 5), frameBytes: 48 << 10)
    let id = try #require(PictureID(String(repeating: "a", count: 32)))
    let frame = CellRect(x: 2, y: 1, width: 10, height: 3)
    let bytes = [UInt8](repeating: 9, count: 200_000)
    let picture = ShownPicture(PictureCopy(id), at: frame, bytes: bytes)
    let canvas = Canvas(size: wall.size)
    var frames = 0
    while wall.layer.hasUploads(for: [picture]) {
      try wall.show([picture], over: canvas, frames: 1)
      #expect(wall.bytes <= 70_000)
      frames += 1
    }
    #expect(frames == 5)
    try wall.show([], over: canvas)
    let moved = ShownPicture(PictureCopy(id), at: frame.offset(x: 3, y: 1), bytes: bytes)
    try wall.show([moved], over: canvas)
    #expect(wall.bytes < 1_000)
    #expect(wall.twin.seen().map(\.frame) == [moved.frame])
    // kitty does not keep them all.
    for number in 0..<60 {
      let id = try #require(PictureID(String(repeating: "\(number % 10)", count: 32)))
      let size = CellRect(x: 0, y: 0, width: 3 + number / 10, height: 2)
      try wall.show([ShownPicture(PictureCopy(id), at: size, bytes: [1])], over: canvas)
      #expect(wall.twin.stored.count <= 40)
    }
  }

  @Test(
    "the way of showing pictures follows from what the terminal says about itself",
    arguments: [
      (["kitty(0.35.2)"], [62], .zero, PictureTerminal(.kitty)),
      (["ghostty 1.0.1"], [62, 22], .zero, PictureTerminal(.kitty)),
      (["tmux 3.4", "kitty(0.35.2)"], [1, 2], .zero, PictureTerminal(.kitty, isInTmux: true)),
      (["tmux 3.4", "WezTerm 20240203"], [1, 2, 4], .standardTerminal, nil),
      (["tmux 3.5"], [1, 2, 4], CellSize(columns: 8, rows: 16), .sixel(8, 16)),
      (["tmux 3.4"], [1, 2], .zero, nil), (["WezTerm 20240203"], [65, 4], .zero, .iterm2),
      (["iTerm2 3.5.0"], [62, 4], .zero, .iterm2), (["xterm.js(5.6.0)"], [62, 4], .zero, .iterm2),
      (["xterm.js(5.6.0)"], [1, 2], .zero, nil),
      (["XTerm(379)"], [64, 4, 22], CellSize(columns: 6, rows: 13), .sixel(6, 13)),
      (["XTerm(379)"], [64, 4, 22], .zero, nil), (["XTerm(379)"], [64], .standardTerminal, nil),
      ([], [62, 4], CellSize(columns: 9, rows: 18), .sixel(9, 18)), ([], [], .zero, nil),
    ] as [([String], [Int], CellSize, PictureTerminal?)]
  )
  func ways(versions: [String], attributes: [Int], cell: CellSize, way: PictureTerminal?) {
    var probe = CapabilityProbe(.everything, asking: [.all, .outerVersion])
    let questions = probe.begin(at: .zero)
    #expect(questions.contains("\u{1B}[16t") && questions.hasSuffix("\u{1B}[c"))
    if let first = versions.first { _ = probe.receive(.version(first)) }
    if cell != .zero { _ = probe.receive(.cell(cell)) }
    if !attributes.isEmpty { #expect(probe.receive(.attributes(attributes)) == .adopt) }
    // The terminal around tmux answers later.
    for version in versions.dropFirst() { #expect(probe.receive(.version(version)) == .adopt) }
    #expect(probe.findings.pictures == way)
  }

  @Test("sixel data fill whole cells, and no row below them")
  func sixels() throws {
    let id = try #require(PictureID(String(repeating: "a", count: 32)))
    let frame = CellRect(x: 1, y: 1, width: 10, height: 5)
    func form(_ columns: Int, _ rows: Int) -> PictureCopy.Form? {
      PictureTerminal.sixel(columns, rows).copy(of: id, in: frame)?.form
    }
    #expect(form(8, 16) == .sixel(width: 80, height: 78))
    #expect(form(6, 12) == .sixel(width: 60, height: 60))
    #expect(form(0, 12) == nil && form(300, 12) == nil && form(8, 1) == nil)
    let tall = CellRect(x: 0, y: 0, width: 10, height: PictureCover.rowLimit + 1)
    #expect(PictureTerminal(.kitty).copy(of: id, in: tall) == nil)
    #expect(PictureCover.rowLimit >= 100)
  }
}

extension PictureTerminal {
  fileprivate static let iterm2 = PictureTerminal(.iterm2)

  fileprivate static func sixel(_ columns: Int, _ rows: Int) -> PictureTerminal {
    PictureTerminal(.sixel, cell: CellSize(columns: columns, rows: rows))
  }
}
