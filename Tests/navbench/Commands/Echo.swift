import ArgumentParser

/// The echo server that `reply` starts as its baseline.
struct Echo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answers every request with its own bytes.",
    shouldDisplay: false
  )

  @Argument(help: "Where to listen: the path of a Unix domain socket.")
  var path: String

  func run() throws {
    try EchoServer.serve(path: path)
  }
}
