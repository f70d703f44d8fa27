import ArgumentParser
import CNavSupport
import Glibc

/// A key in one terminal until the first byte in another viewer's terminal, beside tmux in the same run.
struct Mirror: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Key press in one terminal to first byte in another, beside tmux."
  )

  @Option(help: "Viewers of the session, at least 2.")
  var clients = 2

  @Option(help: "Key presses measured of each.")
  var keys = 100

  func validate() throws {
    guard clients >= 2, keys >= 1 else { throw ValidationError("at least 2 clients and 1 key") }
  }

  func run() throws {
    let ground = try TemporaryDirectory()
    var ours: [Duration] = []
    var theirs: [Duration] = []
    let nav = try NavSide(clients: clients, in: ground)
    let tmux = try TmuxSide(clients: clients, in: ground)
    for round in 0..<keys {
      ours.append(try latency(of: nav.terminals, typing: round % 2 == 0 ? "l" : "h"))
      theirs.append(try latency(of: tmux.terminals, typing: "x"))
    }
    let (a, b) = (Figures(ours), Figures(theirs))
    print("key to mirror, \(clients) clients of 80x24")
    print("  navd  \(a)")
    print("  tmux  \(b)")
    print("  ratio of the medians  \(((a.p50 / b.p50) * 100).rounded() / 100)")
  }

  /// Types in the first terminal and waits for the last one.
  private func latency(of terminals: [PseudoTerminal], typing key: String) throws -> Duration {
    guard let first = terminals.first, let last = terminals.last else { return .zero }
    let start = nav_monotonic_ns()
    first.type(key)
    guard last.read(within: .seconds(5)) > 0 else {
      throw BenchError("nothing arrived within 5 s after a key")
    }
    let end = nav_monotonic_ns()
    for terminal in terminals { _ = terminal.drain(quiet: .milliseconds(150)) }
    return .nanoseconds(end - start)
  }
}

/// navd with viewers of one session.
private final class NavSide {
  let daemon: PseudoTerminal
  let terminals: [PseudoTerminal]

  init(clients: Int, in ground: TemporaryDirectory) throws {
    let environment = ground.environment
    let programs = programDirectory()
    let deck = try ground.write(
      (1...40).map { "## Slide \($0)\n\nA sentence on slide \($0), and some more.\n" }
        .joined(separator: "\n---\n\n"),
      to: "deck.md"
    )
    daemon = try PseudoTerminal(
      ["\(programs)/navd"],
      environment: environment,
      columns: 80,
      rows: 24
    )
    guard daemon.read(within: .seconds(5)) > 0 else { throw BenchError("navd does not start") }
    terminals = try (0..<clients).map { _ in
      let terminal = try PseudoTerminal(
        ["\(programs)/navclient", "--session", "bench", "--open", deck],
        environment: environment,
        columns: 80,
        rows: 24
      )
      guard terminal.drain(quiet: .milliseconds(400)) > 0 else {
        throw BenchError("navclient shows nothing")
      }
      return terminal
    }
  }
}

/// A tmux server with clients on one window, in which the terminal echoes.
private final class TmuxSide {
  let terminals: [PseudoTerminal]
  private let socket: String

  deinit {
    // The server outlives its clients.
    navbench.run(["tmux", "-S", socket, "kill-server"])
  }

  init(clients: Int, in ground: TemporaryDirectory) throws {
    socket = "\(ground.path)/tmux"
    var terminals: [PseudoTerminal] = []
    for number in 0..<clients {
      let what = number == 0 ? ["new-session", "-s", "bench", "cat"] : ["attach", "-t", "bench"]
      let terminal = try PseudoTerminal(
        ["tmux", "-f", "/dev/null", "-S", socket] + what,
        environment: ground.environment,
        columns: 80,
        rows: 24
      )
      guard terminal.drain(quiet: .milliseconds(400)) > 0 else {
        throw BenchError("tmux shows nothing")
      }
      terminals.append(terminal)
    }
    self.terminals = terminals
  }
}
