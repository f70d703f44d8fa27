import ArgumentParser

/// Measures the promised figures beside those of the best peer in one run (figures are medians of that run only).
@main
struct Navbench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navbench",
    abstract: "Measures navd and navclient beside their peers.",
    discussion: """
      Without a subcommand it runs `mirror`, `cost`, `reply`, `fanout`, `start`, `join`, `recovery`, `memory`, \
      `bytes` and `paint` and prints one report. Compare figures of one run only, on a \
      machine that does nothing else.

      It measures the release builds of navd and navclient beside itself:
        for program in navd navclient navbench; do
          swift build -c release --static-swift-stdlib -debug-info-format none --product $program
        done

      Examples:
        navbench                             all, about 12 minutes
        navbench --quick                     all with few rounds, to see that it works
        navbench mirror --clients 2 --clients 32 --keys 200
        navbench cost
        navbench start                       and join, recovery
        navbench reply --requests 5000
        navbench memory
        navbench bytes
        navbench paint
        navbench sources                     any bytes as any content
        navbench siege                       peers that do their worst
        navbench kills                       and joins, stall, leave: under stress, each by itself
      """,
    subcommands: [
      All.self, Mirror.self, CostCommand.self, ReplyTime.self, Bytes.self, Paint.self, Kills.self,
      Joins.self,
      Stall.self,
      Leave.self, SourcesCommand.self, SiegeCommand.self,
      SiegeAttackCommand.self,
      Instructions.self, Presses.self, Fanout.self, StartCommand.self, JoinCommand.self,
      RecoveryCommand.self, MemoryCommand.self,
      SubscribersCommand.self,
      Echo.self,
      CrowdCommand.self, FloorDaemonCommand.self,
      FloorClientCommand.self,
    ],
    defaultSubcommand: All.self
  )
}
