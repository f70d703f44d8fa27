import CNavSupport
import NavCanvas
import NavGeometry
import NavLayout

/// What a frame costs the viewer's process and its terminal, beside tmux in the same run.
///
/// navd's side: a page slides over two others that are full of text, on 200x60. Every frame is painted
/// into cells and compared with the one before, as navclient does; neither reading the update nor the
/// `write` is in it.
///
/// tmux's side: three panes of text beside one another, on 200x60. A key moves the border between two of
/// them by a column, which is as near as tmux comes to a page that moves, or draws the screen anew. The
/// time runs from the `write` of the key to the last byte, so it has tmux's reading and the kernel's part
/// in it, which ours has not: compare the bytes, and orders of magnitude.
struct PaintScenario: Scenario {
  /// How often the motion is painted.
  var rounds = 40
  /// Keys for each of tmux's rows.
  var keys = 40

  static let maximumRounds = 10_000

  func measure() throws -> Section {
    progress("paint, about \(2 + keys / 4) s")
    let work = try PaintWork()
    let ours = Self.terminals.map { row($0.name, $0.options, work) }
    let peer = try PaintPeer(size: PaintWork.viewport)
    let theirs = [
      try row("tmux: a border moves", try peer.moves(keys)),
      try row("tmux: the screen anew", try peer.redraws(keys)),
    ]
    return Section(
      name: "paint",
      facts: "\(PaintWork.viewport), \(work.scenes.count) frames of a push over two pages, "
        + "\(keys) keys for each row of tmux",
      title: "paint: one frame of a page that slides over two others",
      tables: [
        Table(
          ["navd", "cells p50", "bytes made p50", "frame p50", "p99", "bytes p50", "all anew"],
          ours
        ),
        Table(["tmux", "key to last byte p50", "p99", "bytes p50"], theirs),
      ]
    )
  }

  /// What navclient knows of its terminal: its colours, and whether it shows frames at once.
  private static let terminals: [(name: String, options: EncoderOptions)] = [
    ("24 bits, frames", EncoderOptions(depth: .truecolor, synchronizedOutput: true)),
    ("24 bits", EncoderOptions(depth: .truecolor)),
    ("256 colours", EncoderOptions(depth: .palette256)),
    ("16 colours", EncoderOptions(depth: .palette16)),
  ]

  private func row(_ name: String, _ options: EncoderOptions, _ work: PaintWork) -> [String] {
    let theme = ResolvedTheme(.dark, depth: options.depth)
    var encoder = FrameEncoder(options)
    var (cells, made, frames): ([Duration], [Duration], [Duration]) = ([], [], [])
    var bytes: [Int] = []
    var whole = 0
    for round in 0...rounds {
      for (number, scene) in work.scenes.enumerated() {
        let start = nav_monotonic_ns()
        let canvas = PaintWork.canvas(of: scene, theme)
        let painted = nav_monotonic_ns()
        let count = encoder.encode(canvas).count
        let end = nav_monotonic_ns()
        if round == 0, number == 0 { whole = count }
        // The first frame follows the last one of the round before; the first round warms up.
        guard round > 0, number > 0 else { continue }
        cells.append(.nanoseconds(painted - start))
        made.append(.nanoseconds(end - painted))
        frames.append(.nanoseconds(end - start))
        bytes.append(count)
      }
    }
    let all = Figures(frames)
    return [
      name, Figures(cells).p50.inMicroseconds, Figures(made).p50.inMicroseconds,
      all.p50.inMicroseconds, all.p99.inMicroseconds, "\(Figures(bytes).p50)", "\(whole)",
    ]
  }

  private func row(_ name: String, _ bursts: [PseudoTerminal.Burst]) throws -> [String] {
    let times = Figures(bursts.map(\.time))
    return [
      name, times.p50.inMicroseconds, times.p99.inMicroseconds,
      "\(Figures(bursts.map(\.bytes)).p50)",
    ]
  }
}
