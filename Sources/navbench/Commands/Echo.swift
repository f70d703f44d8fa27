import ArgumentParser

/// The other end of the floor that `reply` measures, started by it.
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
