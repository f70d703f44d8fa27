import ArgumentParser
import NavBase
import NavEngine
import NavProcessKit
import NavSystem
import NavViewer

/// Measures the cost of a frame for the viewer's process and its terminal, beside tmux in the same run.
///
/// navd's side: a page slides over two others full of text, on 200x60. Every frame is painted into cells and compared
/// with the one before, as in navclient; decoding the update and the `write` are not included.
///
/// tmux's side: three panes of text side by side, on 200x60, whose programs sleep. A key moves the border between two of
/// them by a column, which is tmux's closest equivalent of a moving page, or redraws the screen. The time runs from the
/// `write` of the key to the last byte, so it includes tmux's reading and the kernel's work, unlike navd's: compare the
/// bytes, and orders of magnitude.
struct Paint: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "What a frame costs the viewer and its terminal, beside tmux.",
    discussion: """
      Examples:
        navbench paint
        navbench paint --rounds 1000 --keys 100
      """
  )

  @Option(help: "How often the motion is painted, 1 to 10000.", transform: within(1...10_000))
  var rounds = 40

  @Option(help: "Keys pressed for each row of tmux, 1 to 1000.", transform: within(1...1_000))
  var keys = 40

  /// The terminal's features known to navclient: its colours, and synchronized output.
  private static let terminals: [(name: String, options: EncoderOptions)] = [
    ("24 bits, frames", EncoderOptions(depth: .truecolor, synchronizedOutput: true)),
    ("24 bits", EncoderOptions(depth: .truecolor)),
    ("256 colours", EncoderOptions(depth: .palette256)),
    ("16 colours", EncoderOptions(depth: .palette16)),
  ]

  func measure() throws -> Section {
    progress("paint, about \(2 + keys / 4) s")
    let work = try PaintWork()
    return Section(
      name: "paint",
      facts: "\(PaintWork.viewport), \(work.scenes.count) frames of a push over two pages, "
        + "\(keys) keys for each row of tmux",
      title: "paint: one frame of a page that slides over two others",
      tables: [
        Table(
          ["navd", "cells p50", "bytes made p50", "frame p50", "p99", "bytes p50", "all anew"],
          Self.terminals.map { row($0.name, $0.options, work) }
        ),
        Table(["tmux", "key to last byte p50", "p99", "bytes p50"], try rowsOfTmux()),
      ]
    )
  }

  private func row(_ name: String, _ options: EncoderOptions, _ work: PaintWork) -> [String] {
    let theme = ResolvedTheme(.dark, depth: options.depth)
    var encoder = FrameEncoder(options)
    var (cells, made, frames): ([Duration], [Duration], [Duration]) = ([], [], [])
    var bytes: [Int] = []
    var whole = 0
    for round in 0...rounds {
      for (number, scene) in work.scenes.enumerated() {
        let start = monotonicNow()
        let canvas = PaintWork.canvas(of: scene, theme)
        let painted = monotonicNow()
        let count = encoder.encode(canvas).count
        let end = monotonicNow()
        if round == 0, number == 0 { whole = count }
        // The first frame follows the last one of the previous round; the first round is a warm-up.
        guard round > 0, number > 0 else { continue }
        cells.append(painted - start)
        made.append(end - painted)
        frames.append(end - start)
        bytes.append(count)
      }
    }
    let all = Figures(frames)
    return [
      name, Figures(cells).p50.inMicroseconds, Figures(made).p50.inMicroseconds,
      all.p50.inMicroseconds, all.p99.inMicroseconds, "\(Figures(bytes).p50)", "\(whole)",
    ]
  }

  private func rowsOfTmux() throws -> [[String]] {
    let ground = try TemporaryDirectory("navbench")
    // Shorter than the panes, so that no line wraps when a pane becomes narrower.
    let line = "A session is one place in one content and every"
    let text = (1...PaintWork.viewport.rows + 10).map { "\($0) \(line)\n" }.joined()
    let show = "cat \(try ground.write(text, to: "text")); exec sleep 600"
    let tmux = try Tmux(
      running: [show],
      size: PaintWork.viewport,
      in: ground,
      configuration: """
        bind -n F6 resize-pane -t 1 -L 1
        bind -n F7 resize-pane -t 1 -R 1
        bind -n F8 refresh-client

        """
    )
    for _ in 0..<2 { try tmux.run(["split-window", "-h", show]) }
    try tmux.run(["select-layout", "even-horizontal"])
    let terminal = try tmux.attach(size: PaintWork.viewport)
    let (left, right, anew) = ("\u{1B}[17~", "\u{1B}[18~", "\u{1B}[19~")
    return try [("tmux: a border moves", [left, right]), ("tmux: the screen anew", [anew])]
      .map { name, codes in
        let outputs = try (0..<keys).map { number in
          let start = monotonicNow()
          try terminal.type(codes[number % codes.count])
          let output = try terminal.burst(quiet: .milliseconds(60))
          return (time: .nanoseconds(output.lastTime) - start, bytes: output.bytes)
        }
        let times = Figures(outputs.map(\.time))
        return [name, times.p50.inMicroseconds, times.p99.inMicroseconds]
          + ["\(Figures(outputs.map(\.bytes)).p50)"]
      }
  }
}
