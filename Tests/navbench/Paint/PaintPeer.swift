import NavGeometry

/// A tmux with three panes of text side by side in one terminal.
///
/// Their programs sleep, so only the keys cause output. Lines are shorter than the panes, so that none wraps when a
/// pane becomes narrower.
final class PaintPeer {
  private let terminal: PseudoTerminal
  private let tmux: [String]
  /// The directory, kept until the server ends.
  private let ground: TemporaryDirectory

  init(size: CellSize) throws {
    ground = try TemporaryDirectory()
    let line = "A session is one place in one content and every"
    let text = (1...size.rows + 10).map { "\($0) \(line)\n" }.joined()
    let file = try ground.write(text, to: "text")
    let show = "cat \(file); exec sleep 600"
    // F6 and F7 move a border, F8 redraws the screen.
    let configuration = try ground.write(
      """
      set -g status off
      set -g automatic-rename off
      set -g destroy-unattached on
      set -s escape-time 0
      bind -n F6 resize-pane -t 1 -L 1
      bind -n F7 resize-pane -t 1 -R 1
      bind -n F8 refresh-client

      """,
      to: "tmux.conf"
    )
    tmux = [try Programs.tmux(), "-u", "-S", "\(ground.path)/tmux"]
    terminal = try PseudoTerminal(
      tmux + ["-f", configuration, "new-session", show, ";", "split-window", "-h", show, ";"]
        + ["split-window", "-h", show, ";", "select-layout", "even-horizontal"],
      environment: ground.environment,
      size: size
    )
    guard try PseudoTerminal.settle([terminal], quiet: .milliseconds(600)) != [0] else {
      throw BenchError("tmux shows nothing: start it by hand and read why")
    }
  }

  deinit {
    // Waits for the server's end before the directory is removed.
    run(tmux + ["kill-server"])
  }

  /// Moves the border by a column, back and forth.
  func moves(_ count: Int) throws -> [PseudoTerminal.Burst] {
    try (0..<count).map { try press($0.isMultiple(of: 2) ? "\u{1B}[17~" : "\u{1B}[18~") }
  }

  func redraws(_ count: Int) throws -> [PseudoTerminal.Burst] {
    try (0..<count).map { _ in try press("\u{1B}[19~") }
  }

  private func press(_ key: String) throws -> PseudoTerminal.Burst {
    try terminal.burst(after: { try terminal.type(key) }, quiet: .milliseconds(60))
  }
}
