import ArgumentParser

/// Measures what is promised, beside the best peer, in one run (figures are medians of that run only).
@main
struct Navbench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navbench",
    abstract: "Measures navd and navclient beside tmux.",
    discussion: "Run it from a release build: swift run -c release navbench mirror",
    subcommands: [Mirror.self]
  )
}
