import ArgumentParser
import NavClient
import NavViewer
import NavWire

struct Viewers: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Lists the viewers of a session.",
    discussion: """
      navclient viewers -s talk
      navclient viewers -s talk --json

      SIZE is a viewer's terminal; LAYOUT what it shows, which is smaller where it is letterboxed. HERE is how \
      long it has been here, SEEN when it was last heard. The JSON is an array of objects with the keys id, \
      size (columns, rows), layout (the same), attached_ms, silent_ms and lag_ms (by how long its terminal was \
      behind when it was last heard).
      """
  )

  @OptionGroup var session: SessionOption
  @OptionGroup var server: ServerOption

  @Flag(help: "Print a JSON array; `[]` when nobody watches.")
  var json = false

  func run() throws {
    let endpoints = try server.endpoints
    var viewers: [Reply.ViewerInfo] = []
    try running { () throws(ClientExit) in
      var commands = try Commands(endpoints: endpoints)
      viewers = try commands.viewers(of: session.session)
    }
    print(json ? try ViewerListing.json(viewers) : ViewerListing.table(viewers))
  }
}
