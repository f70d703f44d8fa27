import CNavSupport
import NavCanvas
import NavGeometry
import NavLayout

/// Measures the cost of a frame for the viewer's process and its terminal, beside tmux in the same run.
///
/// navd's side: a page slides over two others full of text, on 200x60. Every frame is painted into cells and compared
/// with the one before, as in navclient; decoding the update and the `write` are not included.
///
/// tmux's side: three panes of text side by side, on 200x60. A key moves the border between two of them by a column,
/// which is tmux's closest equivalent of a moving page, or redraws the screen. The time runs from the `write` of the
/// key to the last byte, so it includes tmux's reading and the kernel's work, unlike navd's: compare the bytes, and
/// orders of magnitude.
struct PaintScenario: Scenario {
  /// The number of repetitions of the motion.
  var rounds = 40
  /// The number of keys for each of tmux's rows.
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

  /// The terminal's features known to navclient: its colours, and synchronized output.
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
        // The first frame follows the last one of the previous round; the first round is a warm-up.
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
