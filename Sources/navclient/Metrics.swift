import ArgumentParser
import NavClient
import NavSystem
import NavViewer
import NavWire

struct Metrics: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Prints the figures of navd, as Prometheus reads them.",
    discussion: """
      navclient metrics
      navclient metrics | grep '^navd_viewers'

      Each line is a metric, its labels and its value, since the start of navd; `# HELP` says what it counts. No name \
      of a session or of a viewer is among them. Only the owner of navd gets them. `navd --metrics 127.0.0.1:9464` \
      serves the same text at http://127.0.0.1:9464/metrics.
      """
  )

  @OptionGroup var server: ServerOption

  func run() throws {
    let text = try server.commanding { commands throws(ClientExit) in try commands.metrics() }
    Console.print(document: text)
  }
}
