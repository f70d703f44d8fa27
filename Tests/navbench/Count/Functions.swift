import ArgumentParser
import NavProcessKit

struct Functions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The functions that key presses and a start run, in the order for the linker.",
    discussion: """
      navd and two viewers run under callgrind on pseudo terminals, and a page is turned forth and back. The \
      names of their functions that the main threads ran are printed, those of the presses first. Package.swift \
      has the linker lay them side by side, so that a press touches few pages of a program. Names that a program \
      lacks do no harm; functions that the list lacks only stand elsewhere. Record it when deploy/count finds \
      more pages than before, with Swift's libraries in the programs, which hold a third of the functions.

      Example:
        navbench functions > deploy/functions.txt
      """
  )

  func run() throws {
    try Interruption.watch()
    let (ground, files) = (try TemporaryDirectory("navbench"), try TemporaryDirectory("navbench"))
    let wrapper = try Callgrind.wrapper(in: files, counting: true)
    let daemon = try Navd(in: ground, under: wrapper)
    let viewer = try wrapper + Presses.opener(in: ground)
    let terminals = try (0..<2).map { _ in try Presses.shown(viewer, in: ground) }
    let callgrind = Callgrind([daemon.process] + terminals.map(\.process), in: files)
    _ = try callgrind.talliesAtRest(terminals)
    let start = try callgrind.functions()
    for key in ["l", "l", "h", "l"] {
      _ = try PseudoTerminal.timeToFirstBytes(of: terminals, within: Presses.patience) {
        try terminals[0].type(key)
      }
      _ = try callgrind.talliesAtRest(terminals)
    }
    var printed: Set<String> = []
    for name in (try callgrind.functions() + start).joined() where printed.insert(name).inserted {
      print(name)
    }
  }
}
